import { inLanguage } from '../shell/in-language.js';

/** The texts of the assistant. */
export const chatTexts = inLanguage({
  hello: {
    zh:
      '可以直接说要改什么，例如“把王老师周三的课调到周四下午”。' +
      '助手只给出检查过的方案，由您决定是否应用。',
    en:
      'Say what to change, such as "move Wang’s Wednesday lecture to Thursday afternoon". The assistant ' +
      'only proposes checked plans; you decide whether to apply them.',
  },
  examples: { zh: '可以用自己的话问，例如：', en: 'Ask in your own words, for example:' },
  confirm: { zh: '确认', en: 'Confirm' },
  say: { zh: '对助手说', en: 'To the assistant' },
  send: { zh: '发送', en: 'Send' },
  thinking: { zh: '正在想…', en: 'Thinking…' },
  broken: { zh: '连接已断开，正在重新连接…', en: 'The connection is lost. Connecting again…' },
  conversation: { zh: '对话', en: 'Conversation' },
  you: { zh: '您', en: 'You' },
  showPlan: { zh: '在板上预览', en: 'Preview on the board' },
  otherRevision: {
    zh: (revision: number) => `这个方案针对第 ${revision} 版课表，点此切换到该版`,
    en: (revision: number) => `This plan is for revision ${revision}: show that one`,
  },
  applied: { zh: '已应用助手的方案', en: 'The assistant’s plan is applied' },
  checkedAgain: {
    zh: '课表刚刚有变化，方案已重新检查，请再看一遍',
    en: 'The timetable has just changed, so the plan was checked again. Please look at it once more.',
  },
  again: { zh: '新对话', en: 'New conversation' },
  earlier: {
    zh: (count: number) => `以前的对话（${count}）`,
    en: (count: number) => `Earlier conversations (${count})`,
  },
  delete: { zh: '删除', en: 'Delete' },
  deletesForGood: { zh: '删除后无法恢复。', en: 'It will be gone for good.' },
  deleteOf: { zh: (title: string) => `删除“${title}”`, en: (title: string) => `Delete “${title}”` },
});

/** What somebody new may ask, by what he does here. */
export const exampleTexts = {
  planner: inLanguage({
    conflicts: { zh: '现在课表有没有冲突', en: 'Are there any clashes now?' },
    unplaced: { zh: '还有哪些课没排上', en: 'Which lessons are not scheduled yet?' },
    rooms: { zh: '周五下午哪些机房空着', en: 'Which computer rooms are free on Friday afternoon?' },
    loads: { zh: '谁的课最多，前三', en: 'Who teaches most? Top three' },
    changes: { zh: '昨天以来改了什么', en: 'What has changed since yesterday?' },
  }),
  teacher: inLanguage({
    next: { zh: '我下一节课在哪', en: 'Where is my next lesson?' },
    week: { zh: '我下周的课', en: 'My lessons next week' },
    stand: { zh: '我周一的课谁能代', en: 'Who could stand in for my Monday lessons?' },
    rooms: { zh: '周五下午有空教室吗', en: 'Is a room free on Friday afternoon?' },
    requests: { zh: '我的申请批了吗', en: 'Have my requests been approved?' },
  }),
  student: inLanguage({
    next: { zh: '下一节课在哪', en: 'Where is my next class?' },
    tomorrow: { zh: '明天有什么课', en: 'What do I have tomorrow?' },
    week: { zh: '下周课表跟这周一样吗', en: 'Is next week the same as this week?' },
    changes: { zh: '最近我的课有变动吗', en: 'Has anything changed for me?' },
    rooms: { zh: '今天晚上有空教室吗', en: 'Is a room free tonight?' },
  }),
};
