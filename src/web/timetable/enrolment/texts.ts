import { inLanguage } from '../shell/in-language.js';

/** The texts of students who enrol. */
export const enrolmentTexts = inLanguage({
  title: { zh: '选课', en: 'Enrolment' },
  noRounds: { zh: '现在没有面向您的选课轮次', en: 'There is no enrolment round for you at the moment' },
  period: {
    zh: (from: string, to: string) => `${from} 至 ${to}`,
    en: (from: string, to: string) => `${from} – ${to}`,
  },
  taken: {
    zh: (count: number, credits: number) => `已选 ${count} 门，${credits} 学分`,
    en: (count: number, credits: number) => `${count} taken, ${credits} credits`,
  },
  left: {
    zh: (count: number) => `还可选 ${count} 门`,
    en: (count: number) => `${count} left`,
  },
  creditsLeft: {
    zh: (credits: number) => `还可选 ${credits} 学分`,
    en: (credits: number) => `${credits} credits left`,
  },
  noneLeft: { zh: '本轮可选门数已满', en: 'You have as many courses as this round allows' },
  tooManyCredits: {
    zh: (left: number) => `超出本轮学分上限，还可选 ${left} 学分`,
    en: (left: number) => `Beyond the credits of this round, of which ${left} are left`,
  },
  search: { zh: '按课程或教学班名称查找', en: 'Find by course or class' },
  total: {
    zh: (count: number) => `共 ${count} 个教学班`,
    en: (count: number) => `${count} ${count === 1 ? 'offer' : 'offers'}`,
  },
  more: { zh: '显示更多', en: 'Show more' },
  credits: { zh: (credits: number) => `${credits} 学分`, en: (credits: number) => `${credits} credits` },
  when: {
    zh: (day: string, from: number, to: number, weeks: string) => `${day} ${from}-${to} 节（${weeks}周）`,
    en: (day: string, from: number, to: number, weeks: string) => `${day} ${from}–${to} (weeks ${weeks})`,
  },
  seats: {
    zh: (free: number, seats: number) => `余 ${free} / ${seats}`,
    en: (free: number, seats: number) => `${free} of ${seats} free`,
  },
  noLimit: { zh: '人数不限', en: 'No limit' },
  waiting: { zh: (count: number) => `${count} 人候补`, en: (count: number) => `${count} waiting` },
  position: { zh: (at: number) => `候补第 ${at} 位`, en: (at: number) => `Waiting, place ${at}` },
  isTaken: { zh: '已选', en: 'Taken' },
  isEntered: { zh: '教务录入，退课请联系教务', en: 'Entered by academic affairs; only they can take it out' },
  hasCourse: { zh: '已选这门课的其他教学班', en: 'You have this course already' },
  clash: {
    zh: (name: string, when: string) => `与${name}冲突：${when}`,
    en: (name: string, when: string) => `Clashes with ${name}: ${when}`,
  },
  enrol: { zh: '选课', en: 'Enrol' },
  drop: { zh: '退选', en: 'Drop' },
  drops: {
    zh: '退选后名额会让给别人，确定退选吗？',
    en: 'Somebody else may take the seat. Drop it?',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  join: { zh: '候补', en: 'Join the waiting list' },
  leave: { zh: '放弃候补', en: 'Leave the waiting list' },
  wish: { zh: '加入志愿', en: 'Wish' },
  wishes: { zh: '我的志愿（由高到低）', en: 'My wishes (most wanted first)' },
  noWishes: { zh: '还没有志愿', en: 'None yet' },
  up: { zh: '上移', en: 'Up' },
  remove: { zh: '移除', en: 'Remove' },
  news: { zh: '候补动态', en: 'Waiting lists' },
  WAITING: { zh: '候补中', en: 'Waiting' },
  MOVED_UP: { zh: '递补成功', en: 'Moved up' },
  PASSED_OVER: { zh: '未能递补', en: 'Passed over' },
  LEFT: { zh: '已放弃', en: 'Left' },
});

/** How a round stands, and in what way students enrol in it. */
export const roundTexts = inLanguage({
  FIRST_COME: { zh: '先到先得', en: 'First come' },
  LOTTERY: { zh: '抽签', en: 'Lottery' },
  UPCOMING: { zh: '未开始', en: 'Upcoming' },
  OPEN: { zh: '进行中', en: 'Open' },
  CLOSED: { zh: '已结束', en: 'Closed' },
  DRAWN: { zh: '已抽签', en: 'Drawn' },
});
