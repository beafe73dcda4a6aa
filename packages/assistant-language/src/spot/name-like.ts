/** Unknown words that may name a record that is not there: 土木2401, 土木工程, civil engineering, Chen Yi. */
const nameLike = new RegExp(
  '\\d|[学系班院楼室师课级组理论史法验程计础言统网析语育术文化艺业]的?$|\\b[A-Z][a-z]+ [A-Z]|' +
    '(?:ics|ology|graphy|istry|eering|history|law|arts?|studies|theory|design|analysis|systems?' +
    '|networks?)$',
);
/** Surnames of two characters. */
const longSurnames =
  '欧阳|上官|司马|诸葛|司徒|夏侯|皇甫|东方|慕容|令狐|宇文|尉迟|公孙|端木|独孤|南宫|轩辕|长孙|鲜于|闻人';
const surnames =
  `(?:${longSurnames}|[白蔡曹常陈程崔戴邓丁董杜段范方冯傅付高龚顾郭韩郝何贺侯胡黄贾江蒋姜金康孔赖雷李黎梁廖林刘柳龙陆卢鲁` +
  '罗马毛孟潘彭钱乔秦邱任邵沈石史施宋苏孙谭唐汤陶田万王汪魏韦文温吴武夏向肖萧谢熊徐许薛严颜杨姚叶易尹于余袁曾张章赵郑钟周朱邹])';
const surname = new RegExp(`^${surnames}[\\u4e00-\\u9fff]{1,2}$`);
const longSurname = new RegExp(`^(?:${longSurnames})(?=.)`);
const title = new RegExp(`^${surnames}[\\u4e00-\\u9fff]{0,2}$`);

/** The family name of somebody with a Chinese name. */
export const surnameIn = (name: string): string => longSurname.exec(name)?.[0] ?? name[0];

/** Whether a strange word may be what somebody or something is called. */
export const mayBeName = (said: string): boolean => nameLike.test(said) || surname.test(said);

/** Whether a strange word before a title is what a person is called: 孙, 王小明. */
export const mayBeSurname = (said: string): boolean => title.test(said);
