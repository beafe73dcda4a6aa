import type { EntityManager } from '@mikro-orm/postgresql';
import { ConflictKind } from '../../../schema/timetables.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { groupBy } from '../../../data/loaders.js';
import { dayNames, dayNamesEn, ranges } from '../semester/periods.js';
import type { PlacementTerms } from '../placement/acts.js';
import { clashRule, isRefused } from '../placement/rules.js';
import { json } from '../../../data/statements.js';
import { namesOf } from './changes.queries.js';
import { isNew, timesOf, type Overlap } from './occupancy.js';
import { overlapsWith, type Moved } from './occupancy.queries.js';
import { standsOf, type StateChange } from './states.js';

/**
 * Two meetings that need one thing at the same time, both sides and the thing by name; twice the same one
 * where its room is closed.
 */
export interface Clash {
  readonly kind: ConflictKind;
  readonly resource: string;
  readonly resourceName: string;
  readonly first: ClashSide;
  readonly second: ClashSide;
  readonly times: readonly { readonly week: number; readonly day: number; readonly period: number }[];
  readonly text: Text;
}

export interface ClashSide {
  readonly meeting: string;
  readonly teachingClass: string;
  readonly teachingClassName: string;
}

const nouns: Record<Exclude<ConflictKind, ConflictKind.OTHER>, Text> = {
  TEACHER: { zh: '教师', en: 'Teacher' },
  ROOM: { zh: '教室', en: 'Room' },
  CLASS: { zh: '班级', en: 'Class' },
};

function when(times: Clash['times']): Text {
  const days = [...groupBy(times, ({ day }) => String(day)).entries()];
  const parts = days.map(([day, at]) => {
    const weeks = ranges(at.map(({ week }) => week));
    const periods = ranges(at.map(({ period }) => period));
    return {
      zh: `第 ${weeks} 周星期${dayNames[Number(day) - 1]}第 ${periods} 节`,
      en: `${dayNamesEn[Number(day) - 1]}, period ${periods}, week ${weeks}`,
    };
  });
  return { zh: parts.map(({ zh }) => zh).join('；'), en: parts.map(({ en }) => en).join('; ') };
}

const ofStudents = (count: number, first: ClashSide, second: ClashSide, time: Text): Text => ({
  zh: `${count} 名学生${time.zh}：“${first.teachingClassName}”与“${second.teachingClassName}”冲突`,
  en:
    `${count} ${count === 1 ? 'student attends' : 'students attend'} "${first.teachingClassName}" and ` +
    `"${second.teachingClassName}" at the same time: ${time.en}.`,
});

const inClosedRoom = (room: string, { teachingClassName: name }: ClashSide, time: Text): Text => ({
  zh: `教室“${room}”已停用，但“${name}”仍在该教室上课：${time.zh}`,
  en: `Room "${room}" is closed, but "${name}" is held there: ${time.en}.`,
});

/** Names everything about overlaps, in one statement. */
export async function namedClashes(em: EntityManager, overlaps: readonly Overlap[]): Promise<Clash[]> {
  if (overlaps.length === 0) return [];
  const meetings = [...new Set(overlaps.flatMap(({ first, second }) => [first, second]))];
  const resources = [...new Set(overlaps.map(({ resource }) => resource))];
  const names = await namesOf(em, meetings, resources);
  const known = new Map(names.map((row) => [row.id, row]));
  const sideOf = (meeting: string): ClashSide => {
    const { name, teachingClass } = known.get(meeting)!;
    return { meeting, teachingClass: teachingClass!, teachingClassName: name };
  };
  return overlaps.map(({ kind, resource, first: one, second: other, slots, studentCount = 1 }) => {
    const [first, second, times] = [sideOf(one), sideOf(other), timesOf(slots)];
    const time = when(times);
    if (kind === ConflictKind.OTHER) {
      const text = ofStudents(studentCount, first, second, time);
      return { kind, resource, resourceName: String(studentCount), first, second, times, text };
    }
    const resourceName = known.get(resource)?.name ?? resource;
    if (one === other) {
      const text = inClosedRoom(resourceName, first, time);
      return { kind, resource, resourceName, first, second, times, text };
    }
    const noun = nouns[kind];
    const [oneName, otherName] = [first, second].map(({ teachingClassName }) => teachingClassName);
    const text = {
      zh: `${noun.zh}“${resourceName}”${time.zh}：“${oneName}”与“${otherName}”冲突`,
      en:
        `${noun.en} "${resourceName}" is needed by "${oneName}" and "${otherName}" at the same time: ` +
        `${time.en}.`,
    };
    return { kind, resource, resourceName, first, second, times, text };
  });
}

/**
 * Every overlap in which a changed meeting would take part, read in one statement before anything is stored.
 * @param max greatest number that is read; all where it is left out
 */
export const overlapsAfter = (
  em: EntityManager,
  timetable: string,
  changes: readonly StateChange[],
  max: number | null = null,
): Promise<Overlap[]> => overlapsAfterEach(em, timetable, [changes], max);

/** The overlaps after each of several changes, of which one may be carried out; `at` says after which. */
async function overlapsAfterEach(
  em: EntityManager,
  timetable: string,
  alternatives: readonly (readonly StateChange[])[],
  max: number | null = null,
): Promise<(Overlap & { readonly at: number })[]> {
  const moved = alternatives.flatMap((changes, at) =>
    changes.flatMap(({ meeting, after }): Moved[] => {
      const stands = after ? standsOf(after) : [];
      return stands.length === 0 ? [{ at, meeting }] : stands.map((stand) => ({ at, meeting, ...stand }));
    }),
  );
  return moved.some((each) => 'day' in each) ? overlapsWith(em, timetable, json(moved), max) : [];
}

/** The alternatives that nobody is offered, because of what overlaps then. */
export async function clashingOf(
  em: EntityManager,
  timetable: string,
  alternatives: readonly (readonly StateChange[])[],
): Promise<ReadonlySet<number>> {
  const overlaps = await overlapsAfterEach(em, timetable, alternatives);
  const refused = overlaps.filter((each) => isNew(each) && isRefused(clashRule(each), { act: 'propose' }));
  return new Set(refused.map(({ at }) => at));
}

/** What an act makes of what overlaps anew. */
export interface JudgedClashes {
  /** What it is not carried out with, at least without a reason. */
  readonly clashes: readonly Clash[];
  /** Those of them that no reason helps, or none is given for. */
  readonly refused: readonly Clash[];
  /** What is only told. */
  readonly warnings: readonly Text[];
}

/** Judges what overlaps anew, all of it by name. */
export async function judgedClashes(
  em: EntityManager,
  overlaps: readonly Overlap[],
  terms: PlacementTerms,
): Promise<JudgedClashes> {
  const { act } = terms;
  const told = overlaps.filter((each) => isNew(each) && clashRule(each).acts[act] !== 'silent');
  const named = await namedClashes(em, told);
  const isOnlyTold = (_: Clash, at: number): boolean => clashRule(told[at]).acts[act] === 'warn';
  return {
    clashes: named.filter((_, at) => !isOnlyTold(_, at)),
    refused: named.filter((_, at) => isRefused(clashRule(told[at]), terms)),
    warnings: named.filter(isOnlyTold).map(({ text }) => text),
  };
}

/** What is refused because things would be needed twice; the details name the first of them. */
export class ClashError extends DomainError {
  /**
   * @param warnings what else speaks against it, without forbidding it
   * @param hint what whoever is told can do, at the end
   */
  constructor(
    readonly clashes: readonly Clash[],
    readonly warnings: readonly Text[] = [],
    hint: Text = { zh: '', en: '' },
  ) {
    const shown = clashes.slice(0, 3);
    const rest = clashes.length - shown.length;
    super(
      'OPERATION_DENIED',
      {
        zh: shown.map(({ text }) => text.zh).join('；') + (rest > 0 ? `；另有 ${rest} 处冲突` : '') + hint.zh,
        en: shown.map(({ text }) => text.en).join(' ') + (rest > 0 ? ` And ${rest} more.` : '') + hint.en,
      },
      { clashes: clashes.slice(0, 100) },
    );
  }
}

export const clashError = (clashes: readonly Clash[], warnings?: readonly Text[]): ClashError =>
  new ClashError(clashes, warnings);
