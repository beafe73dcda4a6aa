/** What everybody calls courses that every university has, by how their names begin or what these hold. */
const usual: Readonly<Record<string, RegExp>> = {
  毛概: /^毛泽东/,
  习概: /^习近平/,
  习思想: /^习近平/,
  思修: /^思想道德/,
  思政: /^(?:思想|马克思|毛泽东|习近平|形势与政策|中国近现代史)/,
  史纲: /^中国近现代史/,
  近代史: /^中国近现代史/,
  形策: /^形势与政策/,
  "xi's thought": /^习近平/,
  'xi thought': /^习近平/,
};

/** The usual names of a course. */
export const usualIn = (name: string): string[] =>
  Object.keys(usual).filter((said) => usual[said].test(name));

/** Whether a word is the usual name of a course. */
export const isUsual = (said: string): boolean => said in usual;

/** What people call courses by letters that have no English name. */
export const usualLetters: Readonly<Record<string, string>> = {
  os: '操作系统',
  oop: '面向对象',
  db: '数据库',
};
