import { surnames } from './translations.js';

/** Unknown words that may name a record that is not there: 土木2401, 土木工程, civil engineering, Chen Yi. */
const nameLike = new RegExp(
  '\\d|[学系班院楼室师课级组理论史法验程计础言统网析语育术文化艺业]的?$|\\b[A-Z][a-z]+ [A-Z]|' +
    '(?:ics|ology|graphy|istry|eering|history|law|arts?|studies|theory|design|analysis|systems?' +
    '|networks?)$',
);
const surname = new RegExp(
  `^(?:${Object.values(surnames).join('').split('').join('|')})[\\u4e00-\\u9fff]{1,2}$`,
);

/** Whether a strange word may be what somebody or something is called. */
export const mayBeName = (said: string): boolean => nameLike.test(said) || surname.test(said);
