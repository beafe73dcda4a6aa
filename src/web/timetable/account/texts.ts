import { inLanguage } from '../shell/in-language.js';

/** The texts of the reader's own account. */
export const accountTexts = inLanguage({
  title: { zh: '我的账号', en: 'My account' },
  password: { zh: '密码', en: 'Password' },
  currentPassword: { zh: '当前密码', en: 'Current password' },
  changePassword: { zh: '更改密码', en: 'Change the password' },
  passwordChanged: { zh: '密码已更改', en: 'The password is changed' },
  profile: { zh: '用户名与联系方式', en: 'User name and contact details' },
  name: { zh: '用户名', en: 'User name' },
  email: { zh: '电子邮箱', en: 'E-mail' },
  phone: { zh: '手机', en: 'Phone' },
  passwordHint: {
    zh: '填写后，新的邮箱立即生效；否则需点击确认邮件中的链接',
    en: 'With it a new e-mail takes effect at once; without it you confirm the link in a mail first',
  },
  store: { zh: '保存', en: 'Store' },
  stored: { zh: '已保存', en: 'Stored' },
});
