import type { Named, Situation } from '../interpreter.js';
import { folded, standsAlone } from './characters.js';
import { isWithin } from './spelling.js';

/** What departments are called by, behind what tells which one. */
const nouns = /^(?:学院|院(?![系长])|系(?![统列数])|教学部|部(?![分门])|处|研究所)/;
const english = '(?:college|school|department|dept\\.?|faculty)';
/** 咱们学院, our college: the caller's own, the nearest one or the college that it belongs to. */
const ours =
  '(?:我们|咱们|[我咱本俺])(?:的)?(?:学?院|系|部门|单位)(?![统列长])里?|(?<![各个哪按全们家其])[院系][里内]' +
  `|\\b(?:our|my)(?: own)? (?:${english}|(?<!\\bfor (?:our|my)(?: own)? )(?:people|staff)\\b)` +
  '|\\b(?:the )?dep(?:artmen)?t(?= (?:average|avg|mean))';
const own = new RegExp(`${ours}|全院`, 'y');

/** Whether a text speaks of the own department. */
export const isOfOwn = (text: string): boolean => new RegExp(ours).test(folded(text));

/** Departments that are told at a position of a folded text, and how many characters tell them. */
interface Told {
  readonly length: number;
  readonly candidates: readonly Named[];
}

/** 信息工程学院, 信息学院, 会计系, College of Engineering, our college. */
export function departmentsAt(
  text: string,
  at: number,
  departments: readonly Named[],
  situation: Situation,
): Told | null {
  own.lastIndex = at;
  const said = own.exec(text)?.[0];
  if (said && standsAlone(text, at, at + said.length)) {
    const { nearest = [], colleges = [] } = situation.departments ?? {};
    const ids = /院|college|school|faculty|people|staff/.test(said) ? colleges : nearest;
    const candidates = departments.filter(({ id }) => ids.includes(id));
    if (candidates.length > 0) return { length: said.length, candidates };
  }
  return inEnglish(text, at, departments) ?? inChinese(text, at, departments);
}

const stemMax = 10;

function inChinese(text: string, at: number, departments: readonly Named[]): Told | null {
  for (let length = 2; length <= stemMax; length++) {
    const noun = nouns.exec(text.slice(at + length, at + length + 3))?.[0];
    const stem = text.slice(at, at + length);
    if (!noun || !/^[\u4e00-\u9fff]+$/.test(stem)) continue;
    const known = departments.filter((each) => isCalled(each, stem));
    const alike = known.filter(({ name }) => name.endsWith(noun));
    // Of what is studied there only where no department is called so.
    const named = [alike, known.filter(({ name }) => name[0] === stem[0]), known];
    const candidates = named.find((some) => some.length > 0);
    if (candidates) return { length: length + noun.length, candidates };
  }
  return null;
}

const isCalled = ({ name, also = [] }: Named, stem: string): boolean =>
  (name[0] === stem[0] && isWithin(stem, name)) || also.some((one) => one.startsWith(stem));

const inEnglishNamed = new RegExp(
  `(?<![a-z0-9])(?:the )?(?:${english} of ([a-z]+(?:,? (?:and |& )?[a-z]+){0,4})` +
    `|([a-z]{4,}(?: engineering)?) ${english})`,
  'y',
);

/** By words of the English name, of a college where one is said; the fewest that tell none are left. */
function inEnglish(text: string, at: number, departments: readonly Named[]): Told | null {
  inEnglishNamed.lastIndex = at;
  const [said, behind, before = ''] = inEnglishNamed.exec(text) ?? [];
  if (!said) return null;
  const isCollege = /college|school|faculty/.test(said);
  for (let words = (behind ?? before).split(' '); words.length > 0; words = words.slice(0, -1)) {
    const subject = words.join(' ');
    const known = departments.filter(({ englishName = '' }) =>
      ` ${englishName.toLowerCase()}`.includes(` ${subject}`),
    );
    const alike = known.filter(({ englishName }) => englishName!.startsWith('College') === isCollege);
    const length = behind ? said.indexOf(subject, said.length - behind.length) + subject.length : said.length;
    if (known.length > 0) return { length, candidates: alike.length > 0 ? alike : known };
  }
  return null;
}
