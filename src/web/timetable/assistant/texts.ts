import { inLanguage } from '../shell/in-language.js';

/** The texts of the assistant beside the board. */
export const chatTexts = inLanguage({
  hello: {
    zh:
      '可以直接说要改什么，例如“把王老师周三的课调到周四下午”。' +
      '助手只给出检查过的方案，由您决定是否应用。',
    en:
      'Say what to change, such as "move Wang’s Wednesday lecture to Thursday afternoon". The assistant ' +
      'only proposes checked plans; you decide whether to apply them.',
  },
  say: { zh: '对助手说', en: 'To the assistant' },
  send: { zh: '发送', en: 'Send' },
  thinking: { zh: '正在想…', en: 'Thinking…' },
  conversation: { zh: '对话', en: 'Conversation' },
  you: { zh: '您', en: 'You' },
  showPlan: { zh: '在板上预览', en: 'Preview on the board' },
  otherRevision: {
    zh: (revision: number) => `这个方案针对第 ${revision} 版课表，请先切换到该版`,
    en: (revision: number) => `This plan is for revision ${revision}. Show that one first.`,
  },
  applied: { zh: '已应用助手的方案', en: 'The assistant’s plan is applied' },
  checkedAgain: {
    zh: '课表刚刚有变化，方案已重新检查，请再看一遍',
    en: 'The timetable has just changed, so the plan was checked again. Please look at it once more.',
  },
  again: { zh: '新对话', en: 'New conversation' },
});
