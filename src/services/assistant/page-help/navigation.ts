import type { Text } from '../../../schema/texts.js';
import { elsewhere, subjects, type Subject } from './pages.js';
import { plain, resembles } from './spelling.js';

/** A page that a sentence asks for, by what it is called. */
export interface Destination {
  readonly label: Text;
  readonly path: string;
}

/** Where a sentence leads. */
export interface Direction {
  /** The page that it means; several where it may mean each of them. */
  readonly pages: readonly Destination[];
  /** Whether it asks for a page in so many words. */
  readonly isAsked: boolean;
}

/** Finds any of the words: Chinese ones anywhere, English ones where they stand alone. */
const anyWord = (chinese: string, english: string): RegExp =>
  new RegExp(`${chinese}|\\b(?:${english})\\b`, 'g');

const opening = anyWord(
  '打开|进入|前往|跳转到?|转到|回到|返回|切换到?|查看|看看|显示|去',
  'open|go(?: back)?(?: to)?|show|navigate(?: to)?|visit|take me to|switch to|view',
);
const adding = anyWord(
  '添加|新增|新建|增加|创建|录入|加一?个',
  'add(?:ing)?|creat(?:e|ing)|new|register(?:ing)?',
);
/** What turns a sentence into something else: no page is opened for it. */
const otherwise = anyWord(
  '不|别|勿|删|移除|清空|编辑|修改',
  String.raw`don t|do not|not|never|delet\w*|remov\w*|drop|edit\w*|chang\w*`,
);
/** Words that are about pages and say nothing more. */
const aboutPages = anyWord('管理|列表|页面|界面|网页', 'pages?|lists?|screen|management|form|view');
const fillers = anyWord(
  '请|麻烦|帮我?|给我|我要|我想|我们|我|想要?|要|一下|一个|那个|这个|的|到|吧|吗|呢|里|上|和|与',
  'please|can|could|you|i|we|me|my|want|would|like|to|the|a|an|of|for|at|in|on|up|all|and',
);

const label = (of: Text, isAdding: boolean): Text =>
  isAdding ? { zh: `添加${of.zh}`, en: `Add ${of.en}` } : { zh: `${of.zh}管理`, en: of.en };

/** All pages by name, for whoever is told what there is. */
export const destinations: readonly Destination[] = [
  ...new Map(
    subjects
      .flatMap(({ label: of, path, adding: pages }) => [
        { label: label(of, false), path },
        ...pages.map((page) => ({ label: label(page.label, true), path: page.path })),
      ])
      .reverse()
      .map((page) => [page.path, page]),
  ).values(),
].reverse();

/**
 * The page that a sentence of at most some thousand characters asks for. Everything that it says must be
 * about a page: what has other words in it leads nowhere.
 */
export function directionIn(sentence: string): Direction {
  const whole = plain(sentence);
  const { found, rest } = subjectsIn(whole);
  const isAdding = rest.search(adding) >= 0;
  const isAsked = isAdding || [opening, aboutPages].some((words) => rest.search(words) >= 0);
  const left = [opening, adding, aboutPages, fillers].reduce((kept, words) => kept.replace(words, ' '), rest);
  const unknown = left.split(' ').filter((word) => word !== '');
  const isOther = rest.search(otherwise) >= 0 || unknown.some((word) => elsewhere.includes(word));
  if (isOther || (found.length > 0 && unknown.length > 0)) return { pages: [], isAsked };
  const meant = found.length > 0 ? found : misspelt(unknown, isAsked);
  return { pages: pagesOf(meant, isAdding), isAsked };
}

function pagesOf(meant: readonly Subject[], isAdding: boolean): Destination[] {
  const pages = meant.flatMap(({ label: of, path, adding: ways }) =>
    isAdding
      ? ways.map((way) => ({ label: label(way.label, true), path: way.path }))
      : [{ label: label(of, false), path }],
  );
  return [...new Map(pages.map((page) => [page.path, page])).values()];
}

interface Word {
  readonly subject: Subject;
  readonly word: string;
  readonly pattern: RegExp;
}

/** Longer words first, so that none is found within another. */
const words: readonly Word[] = subjects
  .flatMap((subject) => subject.words.map((word) => ({ subject, word: plain(word) })))
  .sort((a, b) => b.word.length - a.word.length)
  .map((each) => ({ ...each, pattern: wordPattern(each.word) }));

/** Finds a word; where it begins or ends with a Latin letter, that of no longer word. */
function wordPattern(word: string): RegExp {
  return new RegExp(word.replace(/^(?=[a-z])|(?<=[a-z])$/g, '\\b'), 'g');
}

function subjectsIn(whole: string): { found: Subject[]; rest: string } {
  const found = new Set<Subject>();
  let rest = whole;
  for (const { subject, pattern } of words)
    rest = rest.replace(pattern, () => {
      found.add(subject);
      return ' ';
    });
  return { found: [...found], rest };
}

/** Subjects that an unknown word resembles. One of two Chinese characters does only where a page is meant. */
function misspelt(unknown: readonly string[], isAboutPage: boolean): Subject[] {
  const [word] = unknown;
  if (unknown.length !== 1 || word.length > 32) return [];
  const isShort = (other: string): boolean => isAboutPage && other.length === 2 && word.length === 2;
  const like = words.filter(
    ({ word: other }) =>
      resembles(word, other) || (isShort(other) && (word[0] === other[0] || word[1] === other[1])),
  );
  return [...new Set(like.map(({ subject }) => subject))];
}
