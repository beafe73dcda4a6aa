import { language } from './language.js';

const catalogue = {
  zh: {
    product: '排课',
    restDocs: 'REST 文档',
    user: '用户名',
    password: '密码',
    signIn: '登录',
    signOut: '退出',
    byLink: '已由链接登录',
    signInFailed: '登录失败',
    registerFirst: '首次登录：请先注册（register）',
    notJson: '服务器的回答不是 GraphQL',
    unreachable: '无法连接服务器',
    closed: '连接已关闭',
    roles: {},
  },
  en: {
    product: 'Class Scheduling',
    restDocs: 'REST docs',
    user: 'User',
    password: 'Password',
    signIn: 'Sign in',
    signOut: 'Sign out',
    byLink: 'Signed in by link',
    signInFailed: 'Signing in failed',
    registerFirst: 'First sign-in: register first',
    notJson: "The server's answer is not GraphQL",
    unreachable: 'The server cannot be reached',
    closed: 'The connection was closed',
    roles: {
      STUDENT: 'Student',
      TEACHER: 'Teacher',
      LEADER: 'Leader',
      ACADEMIC_AFFAIRS: 'Academic affairs',
      ADMINISTRATOR: 'Administrator',
    },
  },
};

/** The texts of the pages, in the reader's language. */
export const texts = catalogue[language];

/** A role as the reader calls it; its own name is Chinese. */
export const roleName = ({ key, name }) => texts.roles[key] ?? name;
