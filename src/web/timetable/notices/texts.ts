import { inLanguage } from '../shell/in-language.js';

/** The texts of notices. */
export const noticeTexts = inLanguage({
  title: { zh: '通知', en: 'Notices' },
  none: { zh: '还没有通知', en: 'No notices yet' },
  noneUnread: { zh: '没有未读通知', en: 'Everything is read' },
  unreadOnly: { zh: '只看未读', en: 'Unread only' },
  preferences: { zh: '邮件提醒', en: 'Mail' },
  isNew: { zh: '未读', en: 'New' },
  read: { zh: '标为已读', en: 'Mark as read' },
  toWeek: { zh: '查看课表', en: 'See it in the timetable' },
  readAll: { zh: '全部标为已读', en: 'Mark all as read' },
  mailed: { zh: '每天用一封邮件汇总发给我', en: 'Mail them to me, once a day' },
});
