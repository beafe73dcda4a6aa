import type { Text } from '../../schema/texts.js';

const assenting =
  '好|好的|好吧|好啊|行|可以|可以的|嗯|没问题|就这样|就这样吧|是|是的|对|' +
  '就这么办|就这么办吧|就这么定|就这么定了|就按这个来|照办|办吧|(?:就)?这么(?:办|改|调)(?:吧)?|(?:改|调|换)吧|' +
  'ok|okay|yes|yes please|sure|fine|great|go ahead|do it|do that|go for it|sounds good|' +
  "let[’']s do (?:it|that)";
const gap = '[\\s.!,、~。！，～]*';
const assent = new RegExp(`^(?:那(?:就)?${gap})?(?:(?:${assenting})${gap}){1,3}(?:please${gap})?$`, 'i');

const confirmation = new RegExp(
  `^(?:那(?:就)?${gap})?(?:(?:${assenting})${gap}){0,2}` +
    '(?:我?确认|确认应用|确认执行|确定|应用|执行|确认无误|confirm|confirmed|apply(?: it)?)' +
    `(?:吧|了|啊)?${gap}(?:(?:${assenting})${gap})?$`,
  'i',
);

/** Whether a person says that the plan that was shown last shall be made, and nothing else. */
export const isConfirmation = (text: string): boolean => confirmation.test(text.normalize('NFKC').trim());

/** Whether a person says yes, which right after a plan means that it shall be made. */
export const isAssent = (text: string): boolean => assent.test(text.normalize('NFKC').trim());

/** Whether a yes says that something shall be made, which kind words do not. */
export const isGoAhead = (text: string): boolean =>
  isConfirmation(text) || (isAssent(text) && /办|定|[改调换]吧|\bdo\b|\bgo\b/i.test(text));

const wanting =
  '再?换一个(?:方案|吧)?|换个方案|下一个|还有(?:别的|其他)(?:方案)?吗?|' +
  'another(?: one| plan)?|next(?: one)?|something else';
const another = new RegExp(`^(?:${wanting})[\\s.!?。！？]*$`, 'i');

/** Whether a person wants another plan than the one that was shown. */
export const isAnother = (text: string): boolean => another.test(text.normalize('NFKC').trim());

const dismissing =
  '取消|取消吧|放弃|不要了?|不用了?|作废|不算数?|不确认|不应用|不|不行|算了|不(?:改|调|换|弄|动|停|搞)了|' +
  '先?(?:不|别)(?:改|调|换|弄|动|停|搞)|' +
  'no|no thanks|cancel|cancel it|never ?mind|forget it|forget about it|leave it|discard|discard it|' +
  "don't|do not";
const dismissal = new RegExp(
  `^(?:(?:哎|唉|嗯|那|那就|还是|先|ok|okay)${gap})*(?:(?:${dismissing})(?:吧|了|啊)?${gap}){1,3}` +
    // 我回头再跟刘老师商量商量: what comes of it elsewhere.
    '(?:我?(?:回头|以后|改天|下次|晚点)[^,，;；?？]{0,30})?$',
  'i',
);

/** Whether a person says no, which of a plan or a question that was shown means that it shall be left. */
export const isDismissal = (text: string): boolean => dismissal.test(text.normalize('NFKC').trim());

/** Whether a no may be of what was made, and not of what was asked. */
export const isUndoing = (text: string): boolean => /取消|不要|作废|不算|cancel|discard/i.test(text);

export const dismissed: Text = {
  zh: '好的，不应用这个计划，课表没有改动。',
  en: 'All right, the plan is left; the timetable is as it was.',
};

export const dropped: Text = {
  zh: '好的，先放下，没有改动任何内容。已应用的调整可以说“撤销”恢复。',
  en: 'All right, that is left; nothing was changed. Say "undo" to take back what was applied.',
};

/** Before a plan that is shown once more, because something else was said since. */
export const shownAgain: Text = {
  zh: '现在没有等待确认的计划：之后又说了别的。之前的计划还没有应用，重新显示：',
  en:
    'There is no plan to confirm, because something else was said since. The one before it is not applied ' +
    'yet; here it is again:',
};

export const applied: Text = {
  zh: '已应用，课表已修改。如需恢复，请说“撤销”。',
  en: 'Applied: the timetable is changed. Say "undo" to take it back.',
};

export const changedMeanwhile: Text = {
  zh: '课表在此期间有变化，没有应用。重新检查的结果：',
  en: 'The timetable has changed meanwhile, so nothing was applied. Checked again:',
};

export const nothingToConfirm: Text = {
  zh: '现在没有等待确认的计划：计划只能在显示之后紧接着确认。请重新说出要做的调整。',
  en:
    'There is no plan to confirm: a plan is confirmed right after it was shown. Maybe say again what shall ' +
    'change.',
};
