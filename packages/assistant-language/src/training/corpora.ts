import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AskedOfLessons, Intent, TimeWish, Of } from '../intents.js';
import type { Reading, Situation } from '../interpreter.js';
import { isChange, isGoalless, isIntent, type Act } from '../frames/acts.js';
import { contextOf, shown, type Shown } from '../dialogue/context.js';
import { dayOf, weekOf } from '../slots/calendar.js';
import { partOf } from '../slots/times.js';
import { demoSituation, folder as corporaFolder, saidSituation, situation } from './worlds.js';

/** What somebody says, and what is right to make of it. */
export interface Utterance {
  readonly text: string;
  readonly language: 'zh' | 'en';
  readonly tags: readonly string[];
  readonly expected:
    | { readonly kind: 'intents'; readonly intents: readonly Intent[] }
    | { readonly kind: 'question' }
    | { readonly kind: 'unsupported' };
}

/**
 * `dangerous`: another change than the one that was meant would be planned. `astray`: something else would be
 * shown. `missed`: nothing would.
 */
export type Outcome = 'right' | 'missed' | 'astray' | 'dangerous';

const folder = fileURLToPath(corporaFolder);

/** Names of the files of a part of the corpora. */
const filesIn = (part: string, ending: string): readonly string[] =>
  readdirSync(path.join(folder, part))
    .filter((file) => file.endsWith(ending))
    .sort()
    .map((file) => path.join(part, file));
const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');

export const goldenFiles = filesIn('', '.json');
/** Files of sentences with their acts, a line each. */
const saidFiles = filesIn('said', '.tsv');
/** Files of dialogues: what somebody says with its act, and between two of these what was answered. */
const talkFiles = filesIn('talk', '.tsv');
/** Files of the same form, of what people said who had never seen the assistant. */
const strangerFiles = filesIn('strangers', '.tsv');

export const utterancesOf = (file: string): readonly Utterance[] => JSON.parse(textOf(file)) as Utterance[];

/** The world of which the sentences of a file speak. */
export const situationOf = (file: string): Situation => (ofDemo.includes(file) ? demoSituation : situation);
const ofDemo = ['demo.json', 'daily.json'];

/** Every corpus with its world. */
export const corpora = () =>
  goldenFiles.map((file) => ({ file, situation: situationOf(file), utterances: utterancesOf(file) }));

/** A sentence, or a part of one, of which only the act is told. */
export interface Said {
  readonly author: string;
  readonly situation: Situation;
  readonly act: Act;
  readonly text: string;
  /** What is asked of lessons; of a file the third column. */
  readonly ask?: AskedOfLessons;
  /** What stood before it in its dialogue; nothing where that is not told. */
  readonly context?: readonly string[];
  /** Whether it needs what was said or shown before; undefined where that is not told. */
  readonly isContinued?: boolean;
  readonly isStranger?: boolean;
}

/** All sentences of which only the act is told. */
export const said = (): readonly Said[] =>
  saidFiles.flatMap((file) =>
    splitBy('\n', file)
      .map((line) => line.split('\t'))
      .map(([act, text, ask]) => ({
        ...{ author: path.basename(file), act: act as Act, text, ask: ask as AskedOfLessons | undefined },
        // Parts of the sentences of the other files speak of their world.
        situation: file.endsWith('pieces.tsv') ? situation : saidSituation,
      })),
  );

/** All that is said in dialogues, each with what stood before it. */
export const talked = (): readonly Said[] =>
  [...talkFiles, ...strangerFiles].flatMap((file) =>
    splitBy('\n\n', file)
      .flatMap((talk) => talkOf(path.basename(file), talk))
      .map((one) => ({ ...one, ...(strangerFiles.includes(file) && { isStranger: true }) })),
  );

const splitBy = (separator: string, file: string): string[] => textOf(file).trimEnd().split(separator);

/** What is said in one dialogue, each with what stood before it. */
export function talkOf(author: string, talk: string): readonly Said[] {
  const said: Said[] = [];
  let last: Act | undefined;
  let context: readonly string[] = [];
  for (const [kind, ...rest] of talk.split('\n').map((line) => line.split('\t'))) {
    if (kind === 'bot') {
      const answer = rest[0].toUpperCase() as Shown;
      const before = last && isIntent(last) ? last : undefined;
      context = contextOf(before, shown.includes(answer) ? answer : 'OTHER');
    }
    if (kind !== 'say') continue;
    const [act, ask, before, text] = rest as [Act, AskedOfLessons, string, string];
    const isAsked = act === 'showTimetable' && /^[A-Z]/.test(ask) && (ask as string) !== 'LIST';
    said.push({
      ...{ author, act, text, context, isContinued: before === '1', situation: saidSituation },
      ...(isAsked && { ask }),
    });
    if (isIntent(act) && !/^(?:aboutPlan|help|showWeek)$/.test(act)) last = act;
  }
  return said;
}

/** All that is in the corpora. */
export const corpusText = (): string =>
  [...goldenFiles, ...saidFiles, ...talkFiles, ...strangerFiles].map(textOf).join('');

/** 放开吧: of lessons that are locked it is asked which. */
const isOfAny = (wish: Intent): boolean => wish.type === 'unlock' && Object.keys(wish.meeting).length === 0;

/** Whether a reading means what somebody meant. */
export function outcomeOf({ expected }: Utterance, reading: Reading, situation: Situation): Outcome {
  if (reading.kind !== 'intents') return reading.kind === expected.kind ? 'right' : 'missed';
  // What may be is offered, and so asked.
  if (reading.intents.every((wish) => isGoalless(wish) || isOfAny(wish)))
    return expected.kind === 'question' ? 'right' : 'missed';
  const meaning = (intents: readonly Intent[]): string =>
    JSON.stringify(intents.map((intent) => meaningOf(intent, situation)));
  const isSame = expected.kind === 'intents' && meaning(expected.intents) === meaning(reading.intents);
  if (isSame) return 'right';
  return reading.intents.some(({ type }) => isChange(type)) ? 'dangerous' : 'astray';
}

/** Of each type the form of the several that mean the same. */
const forms: {
  readonly [T in Intent['type']]?: (intent: Of<T>, situation: Situation) => object;
} = {
  // What is told first of the lessons makes them no others, and a timetable of nobody is the caller's.
  showTimetable: ({ ask: _, also: ___, pick: __, of, ...rest }, { self: { teacher } }) => ({
    ...rest,
    of: teacher !== null && isEmpty(of) ? { teachers: [teacher] } : of,
  }),
  // How loads are ordered makes them no other wish.
  showLoad: ({ type, of, within }) => ({ type, of, within }),
  // Who could take over a lesson of a course can teach the course, when the lesson is held.
  findTeachers: ({ course, meeting, ...rest }) => {
    if (!meeting) return { course, ...rest };
    const { at, courses, ...named } = meeting;
    const of = course === undefined ? courses : [course];
    return { ...rest, meeting: { ...named, courses: of }, at: { ...at, ...rest.at } };
  },
  // What is no computer room is told by the kind of room that is wished for.
  findRooms: ({ room: { without: _, ...room } = {}, ...rest }) => ({
    ...rest,
    ...(!isEmpty(room) && { room }),
  }),
  // Whoever wants the afternoon need not say that it is no morning.
  move: ({ avoid, ...rest }) => {
    const part = rest.to?.part;
    const isOpen = (one: string): boolean =>
      !part || one === 'WEEKEND' || one === part || (one === 'FIRST_PERIOD' && part === 'MORNING');
    return { ...rest, avoid: avoid?.filter(isOpen) };
  },
};

/** An intent in one form of the several that mean the same. */
function meaningOf(intent: Intent, situation: Situation): unknown {
  const form = forms[intent.type] as ((one: Intent, all: Situation) => object) | undefined;
  return ordered(form?.(intent, situation) ?? intent, situation);
}

/** Without the order of keys and sets, and what is empty; times as weeks, days and periods. */
function ordered(value: unknown, situation: Situation): unknown {
  if (Array.isArray(value)) return value.map((one) => ordered(one, situation)).sort(byText);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(timeInWeeks(value, situation))
    .map(([key, one]) => [key, ordered(one, situation)] as const)
    .filter(([key, one]) => !isEmpty(one) || key === 'room')
    .sort(([a], [b]) => byText(a, b));
  return Object.fromEntries(entries);
}

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const isEmpty = (value: unknown): boolean =>
  value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);

/** A date is a day of a week, and a part of the day says nothing beside periods that lie in it. */
function timeInWeeks({ date, part, ...others }: TimeWish, situation: Situation): object {
  const [first, last] = part ? partOf(situation, part) : [1, 0];
  const start = others.periods?.start ?? 0;
  return {
    ...others,
    ...(date !== undefined && { days: [dayOf(date)], weeks: [weekOf(date, situation)] }),
    ...(part && (start < first || start > last) && { part }),
  };
}
