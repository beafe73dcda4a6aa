import { inLanguage } from '../shell/in-language.js';

/** The texts for whoever is not signed in. */
export const entranceTexts = inLanguage({
  signIn: { zh: '登录', en: 'Sign in' },
  first: { zh: '首次登录', en: 'First sign-in' },
  forgotten: { zh: '忘记密码', en: 'Forgotten password' },
  ended: { zh: '登录已失效', en: 'Your session has ended' },
  aboutEnded: {
    zh: '请重新登录。如果刚才提交了内容，它没有保存；已填写的内容还在这一页上。',
    en:
      'Sign in again to go on. If you have just sent something, it was not stored; what you typed is still ' +
      'on the page.',
  },
  leave: { zh: '放弃填写的内容，离开', en: 'Leave without what was typed' },
  user: { zh: '用户名', en: 'User name' },
  password: { zh: '密码', en: 'Password' },
  initialPassword: { zh: '初始密码', en: 'Initial password' },
  number: { zh: '学号或工号', en: 'Student or staff number' },
  whoAmI: { zh: '我是', en: 'I am a' },
  student: { zh: '学生', en: 'Student' },
  teacher: { zh: '教师', en: 'Teacher' },
  newName: { zh: '新的用户名', en: 'New user name' },
  newNameHint: { zh: '今后用它登录，不能是学号或工号', en: 'For signing in from now on; not your number' },
  newPassword: { zh: '新密码', en: 'New password' },
  newPasswordHint: {
    zh: '至少 8 个字符，教务与管理员至少 12 个',
    en: 'At least 8 characters; 12 for academic affairs and administrators',
  },
  again: { zh: '再输入一次', en: 'Repeat it' },
  differ: { zh: '两次输入的密码不同，请重新输入', en: 'The two passwords differ. Please type them again.' },
  email: { zh: '电子邮箱', en: 'E-mail' },
  phone: { zh: '手机', en: 'Phone' },
  register: { zh: '注册', en: 'Register' },
  aboutRegister: {
    zh: '学生和教师用学校发的初始密码注册自己的账号。',
    en: 'Students and teachers create their accounts with the initial password that they were given.',
  },
  aboutInitialise: {
    zh: '这是一个新系统。请创建第一位管理员。',
    en: 'This system is new. Please create its first administrator.',
  },
  initialise: { zh: '创建管理员', en: 'Create the administrator' },
  sendLink: { zh: '发送重置邮件', en: 'Send the link' },
  linkSent: {
    zh: '如果这个邮箱属于某个账号，重置密码的邮件已经发出',
    en: 'If an account has this e-mail, a link is on its way',
  },
  passwordSet: { zh: '密码已设置，请登录', en: 'The password is set. Please sign in.' },
  setPassword: { zh: '设置密码', en: 'Set the password' },
  confirmEmail: { zh: '确认新的邮箱', en: 'Confirm the new e-mail' },
  emailConfirmed: { zh: '邮箱已确认', en: 'The e-mail is confirmed' },
});
