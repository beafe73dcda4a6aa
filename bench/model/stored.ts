import { faultsOf, type Query } from '../support/canonical.js';
import type { Facts } from './facts.js';
import { datesText, type History } from './rules.js';
import type { World } from './world.js';

/** Slots of a multirange as PostgreSQL writes it, as the model writes them. */
const slotsIn = (text: string): string =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)]
    .flatMap(([, from, to]) =>
      Array.from({ length: Number(to) - Number(from) }, (_, at) => Number(from) + at),
    )
    .join(' ');

const tables = {
  timetables: 'select id as timetable, status from timetable where semester_id = $1',
  rows: `select a.timetable_id as timetable, a.meeting_id as meeting, a.series_id as series, a.is_locked,
    a.day_of_week as day, a.period_start as period, a.classroom_id as room, a.teacher_id as teacher
    from class_assignment a join timetable t on t.id = a.timetable_id where t.semester_id = $1`,
  dates: `select d.timetable_id as timetable, d.meeting_id as meeting, string_agg(concat_ws(' ', d.week,
      d.day_of_week, d.kind) || ' ' || concat(d.to_week, ' ', d.to_day, ' ', d.to_period, ' ', d.classroom_id,
      ' ', d.teacher_id), '; ' order by d.week) as dates
    from date_change d join timetable t on t.id = d.timetable_id where t.semester_id = $1 group by 1, 2`,
  conflicts: `select c.timetable_id as timetable, c.id, c.first_series_id as first,
    c.second_series_id as second, c.kind, c.status, c.note
    from conflict c join timetable t on t.id = c.timetable_id where t.semester_id = $1`,
  pairs: `select p.timetable_id as timetable, p.conflict_id as conflict, p.resource,
    p.first_meeting_id as first, p.second_meeting_id as second, p.slots::text as slots
    from conflict_pair p join timetable t on t.id = p.timetable_id where t.semester_id = $1`,
};

/** The model's names of what the database holds, one for each: what is called so once keeps its name. */
class Names {
  readonly #byId: Map<string, number>;
  readonly #given: Set<number>;

  constructor(other?: Names) {
    this.#byId = new Map(other ? other.#byId : []);
    this.#given = new Set(other ? other.#given : []);
  }

  give(id: string, name: number): void {
    if (this.#byId.has(id) || this.#given.has(name)) return;
    this.#byId.set(id, name);
    this.#given.add(name);
  }

  of(id: string): number | undefined {
    return this.#byId.get(id);
  }

  has(name: number): boolean {
    return this.#given.has(name);
  }
}

/** What the database holds beside what the model says, with the names of both for series and conflicts. */
export class Stored {
  #series = new Names();
  #conflicts = new Names();

  constructor(
    readonly query: Query,
    readonly facts: Facts,
  ) {}

  /** Another that knows the same names, for a world that may be dropped. */
  copy(): Stored {
    const copy = new Stored(this.query, this.facts);
    copy.#series = new Names(this.#series);
    copy.#conflicts = new Names(this.#conflicts);
    return copy;
  }

  /** The model's name of a stored conflict. */
  conflict(id: string): number | undefined {
    return this.#conflicts.of(id);
  }

  /** The lines in which database and model differ; none where they say the same. */
  async differences(world: World): Promise<string[]> {
    const read = (sql: string): Promise<any[]> => this.query(sql, [this.facts.semester]);
    const found = {
      timetables: await read(tables.timetables),
      rows: await read(tables.rows),
      dates: await read(tables.dates),
      conflicts: await read(tables.conflicts),
      pairs: await read(tables.pairs),
    };
    for (const { timetable, meeting, series } of found.rows) {
      const name = world.timetables.get(timetable)?.states.get(meeting)?.series;
      if (series && typeof name === 'number') this.#series.give(series, name);
    }
    for (const row of found.conflicts) this.#nameUnheld(row, world);
    const keyOf = ({ first, second, kind }: any): string =>
      `${[first, second]
        .map((id) => this.#series.of(id) ?? id)
        .sort((a, b) => a - b)
        .join(' ')} ${kind}`;
    const keys = new Map(found.conflicts.map((row) => [row.id, keyOf(row)]));
    for (const row of found.conflicts) {
      const same = [...(world.timetables.get(row.timetable)?.conflicts.values() ?? [])].find(
        ({ key }) => key === keys.get(row.id),
      );
      if (same) this.#conflicts.give(row.id, same.id);
    }
    const stored = [
      ...found.timetables.map(({ timetable, status }) => `${timetable} ${status}`),
      ...found.rows.map(({ timetable, meeting, series, is_locked, day, period, room, teacher }) =>
        [
          timetable,
          meeting,
          series ? (this.#series.of(series) ?? series) : null,
          is_locked,
          ...(day ? [day, period, room, teacher] : []),
        ].join(' '),
      ),
      ...found.dates.map(({ timetable, meeting, dates }) => `${timetable} ${meeting} dates ${dates}`),
      ...found.conflicts.map(({ timetable, id, status, note }) =>
        [timetable, this.#conflicts.of(id) ?? id, keys.get(id), status, note].join(' '),
      ),
      ...found.pairs.map(({ timetable, conflict, resource, first, second, slots }) =>
        [timetable, keys.get(conflict), resource, first, second, slotsIn(slots)].join(' '),
      ),
    ];
    const expected = [...world.timetables].flatMap(([id, { status, states, conflicts, pairs }]) => [
      `${id} ${status}`,
      ...[...states].map(([meeting, { series, isLocked, place }]) =>
        [
          id,
          meeting,
          series,
          isLocked,
          ...(place ? [place.day, place.period, place.room, place.teacher] : []),
        ].join(' '),
      ),
      ...[...states].flatMap(([meeting, state]) =>
        state.dates ? [`${id} ${meeting} dates ${datesText(state)}`] : [],
      ),
      ...[...conflicts.values()].map(({ id: conflict, key, status: decided, note }) =>
        [id, conflict, key, decided, note].join(' '),
      ),
      ...[...pairs].map(([key, { conflict, slots }]) =>
        [id, conflicts.get(conflict)?.key, key, slots].join(' '),
      ),
    ]);
    const [told, held] = [new Set(expected), new Set(stored)];
    return [
      ...expected.filter((line) => !held.has(line)).map((line) => `model only: ${line}`),
      ...stored.filter((line) => !told.has(line)).map((line) => `database only: ${line}`),
      ...(await this.#faults(found.timetables)),
    ];
  }

  /**
   * Whether the changes since a number remember the same conflicts, and what was decided about them, as the
   * model: what is stored may be the same by several orders of what was done at once, and what an undo
   * restores is not.
   */
  async hasHistories(world: World, since: number): Promise<boolean> {
    const changes = await this.query(
      `select number, conflicts from change where semester_id = $1 and number > $2 and kind = 'EDIT'`,
      [this.facts.semester, since],
    );
    const kept = [...world.timetables.values()].flatMap((timetable) => timetable.changes);
    const inOrder = (lines: readonly string[]): string => lines.toSorted().join('\n');
    const stored = (records: readonly any[] = []): string =>
      inOrder(
        records.map(({ id, status, note, pairs }) => {
          const told = pairs.map((pair: any) => [
            pair.resource,
            pair.first,
            pair.second,
            slotsIn(pair.slots),
          ]);
          return this.#told(
            this.#conflicts.of(id),
            status,
            note,
            told.map((each: string[]) => each.join(' ')),
          );
        }),
      );
    const expected = (records: History['before']): string =>
      inOrder(
        records.map(({ id, status, note, pairs }) =>
          this.#told(this.#conflicts.has(id) ? id : undefined, status, note, pairs),
        ),
      );
    return changes.every(({ number, conflicts }) => {
      const history = kept.find((change) => change.number === number)?.history;
      return (['before', 'after'] as const).every(
        (side) => history === undefined || expected(history[side]) === stored(conflicts?.[side]),
      );
    });
  }

  #told(name: number | undefined, status: string, note: string | null, pairs: readonly string[]): string {
    return [name, status, note, ...pairs.toSorted()].join(' ');
  }

  /** Names a series that no meeting was ever seen in: it came and went with changes at once. */
  #nameUnheld({ timetable, first, second, kind, status, note }: any, world: World): void {
    const [unheld, ...more] = [first, second].filter((id) => this.#series.of(id) === undefined);
    if (!unheld || more.length) return;
    const other = this.#series.of(unheld === first ? second : first);
    const names = [...(world.timetables.get(timetable)?.conflicts.values() ?? [])].flatMap((each) => {
      const [a, b, of] = each.key.split(' ');
      const isSame = of === kind && each.status === status && each.note === note;
      return isSame ? [a, b].map(Number).filter((_, at, sides) => sides[1 - at] === other) : [];
    });
    const free = names.filter((name) => !this.#series.has(name));
    if (free.length === 1) this.#series.give(unheld, free[0]);
  }

  async #faults(timetables: readonly { timetable: string; status: string }[]): Promise<string[]> {
    const faults: string[] = [];
    for (const { timetable, status } of timetables)
      if (status !== 'ARCHIVED')
        for (const fault of await faultsOf(this.query, timetable)) faults.push(JSON.stringify(fault));
    return faults;
  }
}
