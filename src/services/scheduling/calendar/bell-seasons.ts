import type { EntityManager } from '@mikro-orm/postgresql';
import { administrators, signedIn, writtenBy } from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { BellSeason, usualSeasonId } from '../../../entities/scheduling/calendar.js';
import { Campus } from '../../../entities/places.js';
import { DomainError, type FieldProblem } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { ChangeKind } from '../../../schema/timetables.js';
import { bellSeasonSheet } from '../../../sheets/scheduling.js';
import type { Values } from '../../imports/import-plans.js';
import { ImportService } from '../../imports/import-service.js';
import { recordEffects } from '../changes/record.js';
import { seasonOf, type Season } from '../semester/dates.js';
import { lockSeasons, publishedAhead, storedSeasons, touchBells } from './calendar.queries.js';

@inputType('The times of the periods from a day of the year on.')
export class BellSeasonInput extends inputOf(BellSeason, ['campus', 'startsOn', 'times']) {}

class BellSeasonService extends CrudService<BellSeason, BellSeasonInput> {
  constructor() {
    super(BellSeason, {
      input: BellSeasonInput,
      plural: 'bellSeasons',
      filters: ['campus'],
      rights: { ...writtenBy(administrators), one: signedIn, page: signedIn },
    });
  }

  override problemsOf(_ctx: Context, { startsOn, times }: Values): FieldProblem[] {
    const unknown = dayOfYear.test(startsOn as string) ? null : noDay(startsOn as string);
    const wrong = problemWithTimes(times as readonly string[]);
    return [
      ...(unknown ? [{ field: 'startsOn', text: unknown }] : []),
      ...(wrong ? [{ field: 'times', text: wrong }] : []),
    ];
  }

  protected override async check(ctx: Context, em: EntityManager, season: BellSeason): Promise<void> {
    await lockSeasons(em);
    await requireSoundSeasons(ctx, em, await storedSeasons(em), season);
  }

  protected override async settleRemoval(ctx: Context, em: EntityManager, season: BellSeason): Promise<void> {
    await touchBells(em);
    const after = await storedSeasons(em);
    await tellOfSeasons(ctx, em, [...after, seasonIn(season)], after);
  }
}

/** The most periods that a day has. */
const periodsMax = 24;
const dayOfYear = /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const span = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;

/** Every period has a beginning before its end, and ends before the next one begins. */
function problemWithTimes(times: readonly string[]): Text | null {
  if (times.length < 1 || times.length > periodsMax) return wrongCount(times.length);
  const unreadable = times.findIndex((each) => !span.test(each));
  if (unreadable >= 0) return noTime(unreadable + 1, times[unreadable]);
  const clocks = times.flatMap((each) => each.split('-'));
  const early = clocks.findIndex(
    (each, at) => at > 0 && (at % 2 === 1 ? each <= clocks[at - 1] : each < clocks[at - 1]),
  );
  return early < 0 ? null : notInOrder(Math.floor(early / 2) + 1, times[Math.floor(early / 2)]);
}

/** A season as dates need it. */
const seasonIn = ({ campus, startsOn, times }: BellSeason): Season => ({
  ...{ campus: campus?.id ?? null, startsOn, times },
});

/** Records in each published timetable that the times of its periods may be others. */
async function tellOfSeasons(
  ctx: Context,
  em: EntityManager,
  before: readonly Season[],
  after: readonly Season[],
): Promise<void> {
  const effects = { seasons: { before, after } };
  for (const timetable of await publishedAhead(em))
    await recordEffects(ctx, em, timetable, ChangeKind.CALENDAR, effects);
}

/**
 * @param before the seasons as they were stored, which are locked
 * @throws OPERATION_INVALID when times of two campuses overlap that a person may need on one day
 */
async function requireSoundSeasons(
  ctx: Context,
  em: EntityManager,
  before: readonly Season[],
  added?: BellSeason,
): Promise<void> {
  await touchBells(em);
  const stored = await em.find(BellSeason, {}, { disableIdentityMap: true });
  const records = [...stored.filter(({ id }) => id !== added?.id), ...(added ? [added] : [])];
  const seasons = records.map(seasonIn);
  const found = overlapIn(seasons);
  if (!found) return tellOfSeasons(ctx, em, before, seasons);
  const names = await Promise.all(
    found.seasons.map(async ({ campus }) => campus && (await em.findOneOrFail(Campus, campus)).name),
  );
  throw new DomainError('OPERATION_INVALID', found.text(names));
}

interface Overlap {
  readonly seasons: readonly [Season, Season];
  readonly text: (campuses: readonly (string | null)[]) => Text;
}

/**
 * Two seasons that apply on one day of the year, one of which has a period end after the other's next period
 * begins.
 */
function overlapIn(seasons: readonly Season[]): Overlap | null {
  const campuses = [...new Set(seasons.map(({ campus }) => campus))];
  for (const [at, { campus, startsOn }] of seasons.entries())
    if (seasons.some((each, other) => other < at && each.campus === campus && each.startsOn === startsOn))
      return { seasons: [seasons[at], seasons[at]], text: ([name]) => twice(name, startsOn) };
  for (const { startsOn: day } of seasons) {
    const current = campuses.map((campus) => seasonOf(seasons, campus, day)!);
    for (const one of current)
      for (const other of current) {
        // '99': no later period.
        const period = one.times.findIndex(
          (time, p) => time.slice(-5) > (other.times[p + 1] ?? '99').slice(0, 5),
        );
        if (period >= 0)
          return {
            seasons: [one, other],
            text: ([a, b]) => overlapping([a, b], period + 1, [one.times[period], other.times[period + 1]]),
          };
      }
  }
  return null;
}

const noDay = (day: string): Text => ({
  zh: `开始日“${day}”有误，应为 月-日，如 05-01`,
  en: `The first day "${day}" is not a day of the year. Maybe write it MM-DD, like 05-01.`,
});

const wrongCount = (count: number): Text => ({
  zh: `节次时间须有 1 至 ${periodsMax} 节，现有 ${count} 节`,
  en: `There are times of 1 to ${periodsMax} periods, not of ${count}.`,
});

const noTime = (period: number, time: string): Text => ({
  zh: `第 ${period} 节的时间“${time.slice(0, 20)}”有误，应为 时:分-时:分，如 08:00-08:45`,
  en: `The time "${time.slice(0, 20)}" of period ${period} is not a time. Maybe write it like 08:00-08:45.`,
});

const notInOrder = (period: number, time: string): Text => ({
  zh: `第 ${period} 节的时间“${time}”有误：须先开始后结束，且不早于上一节结束`,
  en: `Period ${period}, ${time}, has to end after it begins, and to begin after the one before ends.`,
});

const everywhere: Text = { zh: '全校', en: 'the institution' };

const twice = (campus: string | null, day: string): Text => ({
  zh: `${campus ?? everywhere.zh}已有从 ${day} 起的作息时间，请修改原有的`,
  en: `${campus ?? everywhere.en} has a bell season from ${day} on already. Maybe change that one.`,
});

function overlapping(campuses: readonly (string | null)[], period: number, times: readonly string[]): Text {
  const [one, other] = ['zh' as const, 'en' as const].map((language) =>
    campuses.map((campus) => campus ?? everywhere[language]),
  );
  return {
    zh:
      `${one[0]}第 ${period} 节 ${times[0]} 与${one[1]}第 ${period + 1} 节 ${times[1]} 重叠，` +
      `请错开：任何校区的第 ${period} 节都须在第 ${period + 1} 节开始前结束`,
    en:
      `Period ${period} of ${other[0]}, ${times[0]}, ends after period ${period + 1} of ${other[1]}, ` +
      `${times[1]}, begins. Maybe move one of them.`,
  };
}

export const bellSeasons = new BellSeasonService();

export const bellSeasonImport = new ImportService(bellSeasons, {
  sheet: bellSeasonSheet,
  plan: async (ctx) => {
    const campuses = await ctx.rows.find(Campus, {});
    let before: readonly Season[] = [];
    return {
      lookups: { campus: new Map(campuses.map(({ name, id }) => [name, id])) },
      complete(input) {
        // What a spreadsheet took for a day of this year.
        if (typeof input.startsOn === 'string') input.startsOn = input.startsOn.slice(-5);
        return [];
      },
      async prepare(em, seasons) {
        await lockSeasons(em);
        before = await storedSeasons(em);
        // Times for the whole year replace the season that the migration made, if nobody has edited it.
        if (seasons.some(({ campus, startsOn = '01-01' }) => !campus && startsOn === '01-01'))
          await em.nativeDelete(BellSeason, { id: usualSeasonId, version: 1 });
      },
      settle: (em) => requireSoundSeasons(ctx, em, before),
    };
  },
  exported: { keys: ['campus', 'startsOn'] },
});
