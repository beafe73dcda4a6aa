import { inLanguage } from '../../shell/in-language.js';

/** The texts of the records of the institution. */
export const recordTexts = inLanguage({
  kind: { zh: '种类', en: 'Kind' },
  search: { zh: '搜索', en: 'Search' },
  comma: { zh: '、', en: ', ' },
  total: {
    zh: (count: number) => `共 ${count} 条`,
    en: (count: number) => (count === 1 ? '1 record' : `${count} records`),
  },
  add: { zh: (noun: string) => `新建${noun}`, en: (noun: string) => `New ${noun}` },
  change: { zh: (name: string) => `修改 ${name}`, en: (name: string) => `Change ${name}` },
  remove: { zh: '删除', en: 'Delete' },
  removes: {
    zh: (name: string) => `将删除“${name}”，删除后无法恢复。`,
    en: (name: string) => `“${name}” will be gone for good.`,
  },
  back: { zh: '返回列表', en: 'Back to the list' },
  stored: { zh: (name: string) => `已保存“${name}”`, en: (name: string) => `“${name}” is stored` },
  removed: { zh: (name: string) => `已删除“${name}”`, en: (name: string) => `“${name}” is deleted` },
  nothing: { zh: '没有记录', en: 'No records' },

  required: { zh: '必填', en: 'Required' },
  between: {
    zh: (min: number, max: number) => `${min} 至 ${max}`,
    en: (min: number, max: number) => `${min} to ${max}`,
  },
  atLeast: { zh: (min: number) => `至少 ${min}`, en: (min: number) => `At least ${min}` },
  charactersAtMost: {
    zh: (max: number) => `最多 ${max} 个字符`,
    en: (max: number) => `At most ${max} characters`,
  },
  leftOut: {
    zh: (value: string) => `不填时：${value}`,
    en: (value: string) => `Left empty: ${value}`,
  },
  choose: { zh: '请选择', en: 'Please choose' },
  find: { zh: '按名称查找', en: 'Find by name' },
  chooseOne: { zh: '请从列表中选择', en: 'Choose one of the list' },
  yes: { zh: '是', en: 'Yes' },
  no: { zh: '否', en: 'No' },
  male: { zh: '男', en: 'Yes' },
  female: { zh: '女', en: 'No' },
  inUse: { zh: '启用', en: 'In use' },
  notInUse: { zh: '停用', en: 'Not in use' },
});
