import { distance, mistakesIn } from '@class-scheduling/assistant-language';
import { compared } from './fill.js';
import { elsewhere, subjects, type Destination, type Subject } from './pages.js';

/** Each page once, as it is called first. */
const distinct = (pages: readonly Destination[]): Destination[] =>
  pages.filter(({ route }, at) => pages.findIndex((page) => page.route === route) === at);

/** All pages by name, for whoever is told what there is. */
export const destinations: readonly Destination[] = distinct([
  ...subjects.map(({ page }) => page),
  ...subjects.flatMap(({ adding }) => adding ?? []),
]);

/** Finds any of the words: Chinese ones anywhere, English ones where they stand alone. */
const anyWord = (chinese: string, english: string): RegExp =>
  new RegExp(`${chinese}|\\b(?:${english})\\b`, 'g');

const opening = anyWord(
  '打开|进入|前往|跳转到?|转到|回到|返回|切换到?|查看|看看|显示|去',
  'open|go(?: back)?(?: to)?|show|navigate(?: to)?|visit|take me to|switch to|view',
);
const toAdd = anyWord(
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

const alone = (word: string): RegExp => new RegExp(word.replace(/^(?=[a-z])|(?<=[a-z])$/g, '\\b'), 'g');

/** Words of subjects, longer ones first, so that none is found within another; Latin ones stand alone. */
const words = subjects
  .flatMap((subject) => subject.words.map((word) => ({ subject, word, pattern: alone(word) })))
  .sort((a, b) => b.word.length - a.word.length);

/**
 * Where a sentence of at most some thousand characters leads: the page that it means, several where it may
 * mean each of them, and whether it asks for one in so many words. What has other words in it leads nowhere.
 */
export function directionIn(sentence: string): { pages: Destination[]; isAsked: boolean } {
  let rest = compared(sentence);
  const found = new Set<Subject>();
  for (const { subject, pattern } of words)
    rest = rest.replace(pattern, () => {
      found.add(subject);
      return ' ';
    });
  const isAdding = rest.search(toAdd) >= 0;
  const isAsked = isAdding || [opening, aboutPages].some((kind) => rest.search(kind) >= 0);
  const left = [opening, toAdd, aboutPages, fillers].reduce((kept, kind) => kept.replace(kind, ' '), rest);
  const unknown = left.split(' ').filter((word) => word !== '');
  const isLost = rest.search(otherwise) >= 0 || unknown.some((word) => elsewhere.has(word));
  if (isLost || (found.size > 0 && unknown.length > 0)) return { pages: [], isAsked };
  const meant = found.size > 0 ? [...found] : misspelt(unknown, isAsked);
  return { pages: distinct(meant.flatMap((each) => (isAdding ? waysToAdd(each) : each.page))), isAsked };
}

/** Of what has no page to add it, those of the kinds that are shown with it: 单位 has categories and types. */
const waysToAdd = ({ adding: own, page }: Subject): Destination[] =>
  own ? [own] : subjects.flatMap((each) => (each.page.route === page.route && each.adding) || []);

/** Subjects that an unknown word resembles; one of two Chinese signs does only where a page is meant. */
function misspelt([word, ...others]: readonly string[], isAboutPage: boolean): Subject[] {
  if (word === undefined || others.length > 0 || word.length > 32) return [];
  const isShort = /^\p{Script=Han}{2,3}$/u.test(word);
  const allowed = isShort ? Number(isAboutPage || word.length > 2) : mistakesIn(word);
  const like = words.filter(
    ({ word: other }) =>
      distance(word, other, allowed) <= allowed && (!isShort || other.length === word.length),
  );
  return [...new Set(like.map(({ subject }) => subject))];
}
