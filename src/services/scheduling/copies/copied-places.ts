import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '../../../data/context.js';
import { v7 as uuidv7 } from 'uuid';
import { groupBy } from '../../../data/loaders.js';
import type { Text } from '../../../schema/texts.js';
import { wantedPlaces, type StateChange } from '../changes/states.js';
import { readFacts } from '../changes/states.queries.js';
import type { Grid, Surroundings } from '../placement/facts.js';
import { readAndJudge } from '../placement/judge.js';
import type { MeetingCopy } from './classes.js';
import { teachersWithoutAccount } from './copies.queries.js';

/** What the draft says of the copies, and what was lost on the way. */
interface CopiedPlaces {
  readonly changes: readonly StateChange[];
  readonly warnings: readonly Text[];
}

/**
 * The places of copied meetings in the target semester. A place that is impossible there, such as in a
 * closed room or outside the grid, or whose teacher has left, is not taken over: the meeting has none then,
 * and the reason is told.
 */
export async function copiedPlaces(
  ctx: Context,
  em: EntityManager,
  grid: Grid,
  copies: readonly MeetingCopy[],
): Promise<CopiedPlaces> {
  const wanted = copies.map(({ id, series, from }): StateChange => {
    const { place, isLocked, reasonZh, reasonEn } = from;
    const state = place
      ? { place, isLocked, series, reasonZh: null, reasonEn: null }
      : {
          place,
          isLocked: false,
          series: null,
          reasonZh: reasonZh ?? noPlace.zh,
          reasonEn: reasonEn ?? noPlace.en,
        };
    return { meeting: id, before: null, after: { id: uuidv7(), ...state } };
  });
  const facts = await readFacts(
    em,
    copies.map(({ id }) => id),
  );
  const places = { wanted: wantedPlaces(wanted, facts) };
  const { around, faults: judged } = await readAndJudge(ctx, em, grid, places, { act: 'copy' });
  const problems = groupBy(
    judged.filter(({ isRefusal }) => isRefusal),
    ({ meeting }) => meeting,
  );
  const left = await teachersGone(em, around);
  const warnings: Text[] = judged.flatMap(({ isRefusal, text }) => (isRefusal ? [] : [text]));
  const changes = wanted.map((change): StateChange => {
    const { meeting, after } = change;
    const { teachingClassName: name, sequence } = facts.get(meeting)!;
    const against = (problems.get(meeting) ?? []).map(({ text }) => text);
    const teacher = after?.place ? left.get(after.place.teacher) : undefined;
    if (teacher !== undefined) against.push(teacherGone(name, teacher));
    if (against.length === 0) {
      if (!after?.place) warnings.push(unplaced(name, sequence));
      return change;
    }
    const reason = { zh: against.map(({ zh }) => zh).join('；'), en: against.map(({ en }) => en).join(' ') };
    warnings.push(reason);
    const state = { place: null, isLocked: false, series: null, reasonZh: reason.zh, reasonEn: reason.en };
    return { ...change, after: { id: after!.id, ...state } };
  });
  return { changes, warnings };
}

/** Names of the teachers whose accounts were closed, by id. */
async function teachersGone(em: EntityManager, { teachers }: Surroundings): Promise<Map<string, string>> {
  const rows = await teachersWithoutAccount(em, [...teachers.keys()]);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const noPlace: Text = {
  zh: '在来源学期没有位置',
  en: 'It had no place in the semester that it was copied from.',
};

const unplaced = (name: string, sequence: number): Text => ({
  zh: `“${name}”第 ${sequence} 课次在来源课表中没有位置`,
  en: `Meeting ${sequence} of "${name}" had no place to take over.`,
});

const teacherGone = (name: string, teacher: string): Text => ({
  zh: `“${name}”：教师“${teacher}”的账号已停用，请另选教师`,
  en: `"${name}": the account of teacher "${teacher}" is closed. Maybe choose another teacher.`,
});
