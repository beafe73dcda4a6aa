import type { Text } from '../../schema/texts.js';

const confirmation =
  /^(?:确认|确认应用|确认执行|确定|应用|执行|确认无误|confirm|confirmed|apply(?: it)?)[\s.!。！]*$/i;

/** Whether a person says that the plan that was shown last shall be made, and nothing else. */
export const isConfirmation = (text: string): boolean => confirmation.test(text.normalize('NFKC').trim());

const assenting =
  '好|好的|好吧|好啊|行|可以|可以的|嗯|没问题|就这样|就这样吧|是|是的|对|' +
  '就这么办|就这么办吧|就这么定|就这么定了|就按这个来|照办|办吧|' +
  "ok|okay|yes|yes please|sure|fine|go ahead|do it|do that|go for it|sounds good|let[’']s do (?:it|that)";
const assent = new RegExp(`^(?:(?:${assenting})[\\s.!,。！，]*){1,2}$`, 'i');

/** Whether a person says yes, which right after a plan means that it shall be made. */
export const isAssent = (text: string): boolean => assent.test(text.normalize('NFKC').trim());

const wanting =
  '再?换一个(?:方案|吧)?|换个方案|下一个|还有(?:别的|其他)(?:方案)?吗?|' +
  'another(?: one| plan)?|next(?: one)?|something else';
const another = new RegExp(`^(?:${wanting})[\\s.!?。！？]*$`, 'i');

/** Whether a person wants another plan than the one that was shown. */
export const isAnother = (text: string): boolean => another.test(text.normalize('NFKC').trim());

const dismissing =
  '取消|取消吧|算了|算了吧|放弃|不要了?|不用了?|不改了|不调了|不换了|作废|不算数?|不确认|不应用|不|不行|' +
  "no|no thanks|cancel|cancel it|never ?mind|forget it|discard|discard it|don't|do not";
const dismissal = new RegExp(`^(?:${dismissing})[\\s.!,。！，]*$`, 'i');

/** Whether a person says no, which of a plan that was shown means that it shall be left. */
export const isDismissal = (text: string): boolean => dismissal.test(text.normalize('NFKC').trim());

export const dismissed: Text = {
  zh: '好的，不应用这个计划，课表没有改动。',
  en: 'All right, the plan is left; the timetable is as it was.',
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
