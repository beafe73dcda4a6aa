import { inLanguage } from '../../shell/in-language.js';

/** The texts of the accounts. */
export const accountsTexts = inLanguage({
  title: { zh: '账号', en: 'Accounts' },
  looksIn: { zh: '用户名、邮箱、手机', en: 'User name, e-mail, phone' },
  everyRole: { zh: '全部角色', en: 'Every role' },
  nothing: { zh: '没有这样的账号', en: 'No such accounts' },
  total: {
    zh: (count: number) => `共 ${count} 个账号`,
    en: (count: number) => (count === 1 ? '1 account' : `${count} accounts`),
  },
  state: { zh: '状态', en: 'State' },
  enabled: { zh: '可以登录', en: 'May sign in' },
  disabled: { zh: '已停用', en: 'Disabled' },
  banned: { zh: '已封禁', en: 'Banned' },
  since: { zh: '创建时间', en: 'Made' },
  confirmed: { zh: '已确认，可用来登录', en: 'Confirmed: signs in' },
  unconfirmed: { zh: '未确认，仅供联系', en: 'Not confirmed: for contact only' },
  confirmPhone: { zh: '确认手机', en: 'Confirm the phone' },
  confirmsPhone: {
    zh: '请先向本人核实。确认后可用它登录。',
    en: 'Ask its owner first: it signs in from then on.',
  },
  locksOut: {
    zh: '本人将立即退出登录，在重新启用之前不能登录。',
    en: 'They are signed out at once, and cannot sign in before this is taken back.',
  },
  letsIn: { zh: '本人又可以登录。', en: 'They can sign in again.' },
  aboutLocks: {
    zh: '多次输错密码不会锁住账号，只会让输错的那台设备等待 15 分钟；等待结束前从其他网络仍可登录。',
    en:
      'Wrong passwords never lock an account: they make the place from which they came wait for 15 ' +
      'minutes. From other networks the owner still signs in.',
  },
  contact: { zh: '用户名与联系方式', en: 'User name and contact details' },
  grants: { zh: '负责的部门', en: 'Departments' },
  setGrants: { zh: '设置部门', en: 'Set the departments' },
  aboutGrants: {
    zh: '下级部门也包括在内。增减部门后，本人需要重新登录。',
    en: 'Those below each are included. After a change its owner signs in again.',
  },
  password: { zh: '重置密码', en: 'Another password' },
  aboutPassword: {
    zh: '请把新密码告诉本人，并请本人登录后在“我的账号”里更改。原有的登录和日历订阅地址随即失效。',
    en:
      'Tell the owner, who then changes it below “My account”. Whoever is signed in is signed out, and ' +
      'addresses for calendars end.',
  },
  setPassword: { zh: '设置密码', en: 'Set the password' },
  aboutPersons: {
    zh:
      '学生和教师自己修改联系方式，忘记密码时在登录页上凭邮箱重置。收不到邮件的：删除账号，再发一份新的初始密码，' +
      '本人重新注册；个人数据、课表和选课都保留。',
    en:
      'Students and teachers change their details themselves, and reset a forgotten password by e-mail on ' +
      'the entrance. For one without e-mail: delete the account and hand out a new initial password, with ' +
      'which they register again. The person, the timetable and enrolments stay.',
  },
  remove: { zh: '删除账号', en: 'Delete the account' },
  removes: {
    zh: (name: string) => `将删除账号“${name}”，删除后无法恢复；学生或教师本身保留。`,
    en: (name: string) => `The account “${name}” will be gone for good; a student or teacher stays.`,
  },
});

/** What may be done to an account. */
export const transitionTexts = inLanguage({
  ENABLE: { zh: '启用', en: 'Enable' },
  DISABLE: { zh: '停用', en: 'Disable' },
  BAN: { zh: '封禁', en: 'Ban' },
  LIFT_BAN: { zh: '解除封禁', en: 'Lift the ban' },
});

/** Whether an account may sign in. */
export function stateOf({ isEnabled, isBanned }: { isEnabled: boolean; isBanned: boolean }): string {
  if (isBanned) return accountsTexts.banned;
  return isEnabled ? accountsTexts.enabled : accountsTexts.disabled;
}
