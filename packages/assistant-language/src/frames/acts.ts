import type { Intent } from '../intents.js';
import type { Text } from '../texts.js';

/**
 * What somebody may want: the kinds of intents; `unsupported`, what is of no timetable; `told`, what only
 * tells something; `denied`, what names a change and does not wish it, or only under a condition; and
 * `partial`, what says too little by itself, such as another day.
 */
export type Act = Intent['type'] | 'unsupported' | 'told' | 'denied' | 'partial';

/** Whether an act is one that can be done. */
export const isIntent = (act: Act): act is Intent['type'] =>
  !['unsupported', 'told', 'denied', 'partial'].includes(act);

/** Acts as a choice names them. */
export const actNames: Readonly<Record<Intent['type'], Text>> = {
  move: { zh: '调整时间或教室', en: 'Move it to another time or room' },
  swap: { zh: '交换两次课', en: 'Swap two lessons' },
  assignTeacher: { zh: '换老师', en: 'Give it to another teacher' },
  lock: { zh: '锁定', en: 'Lock it' },
  unlock: { zh: '解除锁定', en: 'Unlock it' },
  takeOut: { zh: '从课表中取出', en: 'Take it out of the timetable' },
  changeWeeks: { zh: '改上课周次', en: 'Change the weeks in which it is held' },
  another: { zh: '换一个方案', en: 'Show another plan' },
  singleDate: { zh: '只调整某一天', en: 'Change it on one date' },
  undo: { zh: '撤销上一步', en: 'Undo the last change' },
  redo: { zh: '重做', en: 'Redo it' },
  findRooms: { zh: '查空教室', en: 'Find free rooms' },
  findTeachers: { zh: '查谁有空、谁能上', en: 'Find out who is free or could teach it' },
  findTimes: { zh: '查空闲时间', en: 'Find free times' },
  whyNot: { zh: '问为什么不能', en: 'Ask why it is not possible' },
  showTimetable: { zh: '看课表', en: 'Look at the timetable' },
  showConflicts: { zh: '看冲突', en: 'Look at the conflicts' },
  showWeek: { zh: '问第几周', en: 'Ask for the week' },
  showRequests: { zh: '看申请', en: 'Look at the requests' },
  showPeriods: { zh: '问上下课时间', en: 'Ask when periods begin and end' },
  showUnplaced: { zh: '看没排上的课', en: 'Look at what has no place' },
  showChanges: { zh: '看最近的改动', en: 'Look at the latest changes' },
  showNext: { zh: '看下一节课', en: 'Look at the next lesson' },
  showLoad: { zh: '看课时', en: 'Look at how much is taught' },
  compareWeeks: { zh: '比较两周的课', en: 'Compare two weeks' },
  absent: { zh: '有人不能来上课', en: 'Somebody cannot come' },
  aboutPlan: { zh: '问刚才的方案', en: 'Ask about the plan' },
  showRoom: { zh: '看教室的情况', en: 'Look at a room' },
  wishTimes: { zh: '登记时间偏好', en: 'Note times that are not wanted' },
  bookRoom: { zh: '占用教室', en: 'Book a room' },
  request: { zh: '向教务申请', en: 'Request it of academic affairs' },
  confirm: { zh: '确认', en: 'Confirm it' },
  drop: { zh: '不改了', en: 'Leave it' },
  help: { zh: '问能做什么', en: 'Ask what I can do' },
};

const changes: readonly Act[] = [
  ...(['move', 'swap', 'assignTeacher', 'lock', 'unlock', 'takeOut', 'changeWeeks'] as const),
  ...(['another', 'singleDate', 'undo', 'redo'] as const),
];

/** Whether an act wishes something changed. */
export const isChange = (act: Act): boolean => changes.includes(act);

/** Whether a wish leaves open where a lesson goes, or who takes it over: what may be is offered. */
export const isGoalless = (wish: Intent): boolean =>
  wish.type === 'move'
    ? !['to', 'by', 'room', 'avoid', 'notAt'].some((field) => field in wish)
    : wish.type === 'assignTeacher' && wish.teacher === undefined;
