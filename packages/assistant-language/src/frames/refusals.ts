import { intentsMax } from '../intents.js';
import { Doubt } from '../slots/doubts.js';
import type { Token } from '../slots/tokens.js';

export const notAllAtOnce = {
  zh:
    '不能一次调整所有的课，课表没有改动。请说明是哪个班、哪位老师、哪门课或哪间教室的（一次最多 10 次课）；' +
    '全校停课请管理员在校历中设置。',
  en:
    'Not everything is changed at once, and nothing was. Please name a class, teacher, course or room ' +
    '(at most ten lessons at a time); administrators call off a day for all in the calendar.',
};

export const unknownName = (said: string): Doubt =>
  new Doubt({
    zh: `没有找到“${said.slice(0, 40)}”，请检查名称，或写出编号；别的学院的班级和课程不在您的范围内。`,
    en: `There is no "${said.slice(0, 40)}" within your scope. Please check the name, or give the code.`,
  });

export const underCondition = (): Doubt =>
  new Doubt({
    zh: '有条件的调整不能先安排。请先问清条件（例如：周四下午A101空吗），再说要怎么调整。',
    en: 'What depends on a condition is not planned. Please ask for it first, then say what shall be done.',
  });

/** A change that is named and, as it seems, not wished. */
export const notWished = (clause: readonly Token[]): Doubt => {
  const said = clause.filter(({ type }) => type === 'name' || type === 'time').slice(0, 4);
  const about = said.map((one) => ` "${one.said}"`).join(',');
  return new Doubt({
    zh: `没有改动${said.map((one) => `“${one.said}”`).join('、')}。要调整的话，请直接说调到哪里；要看，请说看课表。`,
    en:
      `Nothing was changed${about && ` about${about}`}. If something shall be, please say where it goes; ` +
      'or ask for the timetable.',
  });
};

export const tooMuch = (count: number): Doubt =>
  new Doubt({
    zh: `一次说了 ${count} 件事或太大的数目，一次最多 ${intentsMax} 件。请分几次说。`,
    en: `${count} wishes at once, or too great a number: at most ${intentsMax}. Please say them one by one.`,
  });
