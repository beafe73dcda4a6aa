import { inLanguage } from '../shell/in-language.js';

/** The texts of notices. */
export const noticeTexts = inLanguage({
  title: { zh: '通知', en: 'Notices' },
  none: { zh: '还没有通知', en: 'No notices yet' },
  isNew: { zh: '未读', en: 'New' },
  read: { zh: '标为已读', en: 'Mark as read' },
  readAll: { zh: '全部标为已读', en: 'Mark all as read' },
  mailed: { zh: '每天用一封邮件汇总发给我', en: 'Mail them to me, once a day' },
});
