import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { v4 as uuidv4 } from 'uuid';
import type { SeriesClash } from '../../../entities/scheduling/series-changes.js';
import type { ConflictStatus } from '../../../schema/timetables.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { groupBy } from '../../../data/loaders.js';
import type { Clash } from '../changes/clashes.js';
import { seriesOfMeetings } from '../changes/conflict-records.queries.js';
import type { ChangedTimetable } from '../changes/timetable.js';

const textMax = 255;

/**
 * Clashes of a series as its clients are told of them: one for each other series and kind.
 * @param hint what whoever is told can do, at the end of each
 */
export async function seriesClashes(
  { language }: Context,
  em: EntityManager,
  clashes: readonly Clash[],
  {
    timetable,
    series,
    meetings,
  }: {
    readonly timetable: ChangedTimetable;
    readonly series: string;
    readonly meetings: ReadonlySet<string>;
  },
  { status, hint }: { readonly status: ConflictStatus; readonly hint?: Text },
): Promise<SeriesClash[]> {
  if (clashes.length === 0) return [];
  const others = clashes.map(({ first, second }) => (meetings.has(first.meeting) ? second : first).meeting);
  const rows = await seriesOfMeetings(em, timetable.id, others);
  const seriesOf = new Map(rows.map((row) => [row.meeting, row.series]));
  const sided = clashes.map((clash, at) => ({ ...clash, other: seriesOf.get(others[at]) ?? series }));
  return [...groupBy(sided, ({ other, kind }) => `${other} ${kind}`).values()]
    .map((same): SeriesClash => {
      const times = same.flatMap(({ times }) => times);
      const [{ week, day, period }] = times.toSorted(
        (a, b) => a.week - b.week || a.day - b.day || a.period - b.period,
      );
      const text = same.map((clash) => clash.text[language]).join(language === 'zh' ? '；' : ' ');
      const end = hint?.[language] ?? '';
      return {
        id: uuidv4(),
        semesterId: timetable.semester,
        firstId: same[0].other,
        secondId: series,
        kind: same[0].kind,
        status,
        time: { week, dayOfWeek: day, period },
        text: (text.length > textMax ? `${text.slice(0, textMax - 1)}…` : text) + end,
        foundAt: new Date(),
      };
    })
    .sort((a, b) => Number(a.firstId > b.firstId) - Number(a.firstId < b.firstId));
}

/** Tells sets of clashes apart by what they are with, whatever the new meetings are called. */
export function fingerprintOf(clashes: readonly Clash[], meetings: ReadonlySet<string>): string {
  const lines = clashes.map(({ kind, resource, first, second, times }) =>
    JSON.stringify([
      kind,
      resource,
      [first, second].map(({ meeting }) => meeting).filter((meeting) => !meetings.has(meeting)),
      times.map(({ week, day, period }) => [week, day, period]),
    ]),
  );
  return hashed(lines.sort());
}

/** A digest of a value, whatever the order of its keys. */
export const hashed = (value: unknown): string =>
  createHash('sha256')
    .update(
      JSON.stringify(value, (_, part: unknown) =>
        part && typeof part === 'object' && !Array.isArray(part)
          ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
          : part,
      ),
    )
    .digest('hex');
