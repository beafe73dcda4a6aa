import { inLanguage } from './in-language.js';
import { clockText } from './moments.js';

/** The texts of the frame around every area. */
export const shellTexts = inLanguage({
  product: { zh: '课表', en: 'Timetable' },
  skip: { zh: '跳到正文', en: 'Skip to content' },
  areas: { zh: '导航', en: 'Areas' },
  start: { zh: '开始', en: 'Start' },
  week: { zh: '周课表', en: 'Week' },
  board: { zh: '排课板', en: 'Board' },
  runs: { zh: '自动排课', en: 'Runs' },
  enrolment: { zh: '选课', en: 'Enrolment' },
  assistant: { zh: '助手', en: 'Assistant' },
  notices: { zh: '通知', en: 'Notices' },
  administration: { zh: '管理', en: 'Administration' },
  account: { zh: '我的账号', en: 'My account' },
  otherLanguage: { zh: 'English', en: '中文' },
  signOut: { zh: '退出', en: 'Sign out' },
  notSent: {
    zh: '登录已失效，这次操作没有执行。请重新登录，然后再提交一次。',
    en: 'The session had ended, so this was not done. Sign in again, then send it once more.',
  },
  notStored: {
    zh: '这一页填写的内容还没有保存。要离开并放弃它吗？',
    en: 'What you entered on this page is not stored yet. Leave it, and lose that?',
  },
  loading: { zh: '正在读取…', en: 'Loading…' },
  failed: { zh: '没有成功', en: 'That did not work' },
  cancel: { zh: '取消', en: 'Cancel' },
  retry: { zh: '重试', en: 'Try again' },
  noAnswer: { zh: '服务器没有回答，请稍后重试', en: 'The server did not answer. Please try again later.' },
  retryAt: {
    zh: (seconds: number, time: string) => `请在 ${seconds} 秒后（${time}）重试。`,
    en: (seconds: number, time: string) => `Try again in ${seconds} s, at ${time}.`,
  },
  broken: { zh: '这一页出错了', en: 'Something went wrong on this page' },
  reload: { zh: '重新载入', en: 'Reload' },
  unknownPage: { zh: '没有这一页', en: 'This page does not exist' },
  wrongAddress: { zh: '这个地址有误', en: 'This address is wrong' },
  mistake: {
    zh: (part: string) => `“${part}”不完整或写错了。请重新复制整个地址，或到这一页上重新选择：`,
    en: (part: string) =>
      `“${part}” is incomplete or mistyped. Copy the whole address again, or choose anew on the page:`,
  },
  toStart: { zh: '回到首页', en: 'Back to the start' },
  nothingFound: { zh: '没有找到', en: 'Nothing found' },
  pages: { zh: '翻页', en: 'Pages' },
  previous: { zh: '上一页', en: 'Previous' },
  next: { zh: '下一页', en: 'Next' },
  pageOf: {
    zh: (page: number, count: number) => `第 ${page} / ${count} 页`,
    en: (page: number, count: number) => `Page ${page} of ${count}`,
  },
  dates: { zh: '单次变更', en: 'Single dates' },
  preferences: { zh: '时间偏好', en: 'Preferred times' },
  semester: { zh: '学期', en: 'Semester' },
  noSemester: { zh: '还没有学期', en: 'There is no semester yet' },
  createSemester: { zh: '先建立学期', en: 'Create one first' },
});

/** How a task stands. */
export const taskTexts = inLanguage({
  QUEUED: { zh: '等待中', en: 'Waiting' },
  RUNNING: { zh: '进行中', en: 'Running' },
  COMPLETED: { zh: '已完成', en: 'Completed' },
  FAILED: { zh: '失败', en: 'Failed' },
  CANCELLED: { zh: '已取消', en: 'Cancelled' },
});

/** What the server said, and when to try again where it said that too. */
export const withRetry = (message: string, seconds = 0): string =>
  seconds > 0
    ? `${message} ${shellTexts.retryAt(seconds, clockText(new Date(Date.now() + seconds * 1000)))}`
    : message;
