import type { Text } from '../../schema/texts.js';

/** Whether a no may be of what was made, and not of what was asked. */
export const isUndoing = (text: string): boolean => /取消|不要|作废|不算|撤|cancel|discard|scrap/i.test(text);

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

export const nothingToChange: Text = {
  zh: '课表已经是这样，没有需要改动的。',
  en: 'The timetable is like that already, nothing changes.',
};
