/** How many periods a course has in a week, and in which weeks. */
export interface WeekBudget {
  readonly weekHours: number;
  /** Whether the pair that an odd number leaves over is held in odd weeks, else in even ones. */
  readonly isOddWeek: boolean | null;
  readonly startWeek: number;
  readonly endWeek: number;
}

/** What is held at one time of the week: a pair of periods, or the single one that an odd number leaves. */
export interface WeeklyMeeting {
  readonly periods: number;
  readonly weeks: readonly number[];
}

/** The weeks of a budget, with the pairs that each has room for. */
interface Week {
  readonly week: number;
  readonly pairs: number;
  /** Pairs that each part has in it. */
  readonly given: number[];
  singles: number;
}

/**
 * Shares one budget among the parts of a course, such as theory and laboratory, which have so many whole
 * hours each: every week in proportion to what they need, from the first week on, until all are complete.
 * Each part keeps to as few times of the week as can be, so what does not fill every week alternates.
 * @returns the meetings of each part; their periods add up to its hours as long as all hours together are no
 * more than the budget has
 */
export function shared(hours: readonly number[], budget: WeekBudget): WeeklyMeeting[][] {
  const weeks = weeksOf(budget, hours.length);
  givePairs(
    weeks,
    hours.map((count) => Math.floor(count / 2)),
  );
  const singles = hours.map((count) => (count % 2 === 1 ? weekOfSingle(weeks) : null));
  return hours.map((_, part) => {
    const most = Math.max(0, ...weeks.map(({ given }) => given[part]));
    const pairs = Array.from({ length: most }, (__, at) => ({
      periods: 2,
      weeks: weeks.filter(({ given }) => given[part] > at).map(({ week }) => week),
    }));
    const single = singles[part];
    return single === null ? pairs : [...pairs, { periods: 1, weeks: [single] }];
  });
}

function weeksOf({ weekHours, isOddWeek, startWeek, endWeek }: WeekBudget, parts: number): Week[] {
  return Array.from({ length: Math.max(0, endWeek - startWeek + 1) }, (_, at) => {
    const week = startWeek + at;
    const alternates = weekHours % 2 === 1 && (week % 2 === 1) === (isOddWeek ?? false);
    const pairs = Math.floor(weekHours / 2) + (alternates ? 1 : 0);
    return { week, pairs, given: Array<number>(parts).fill(0), singles: 0 };
  });
}

/** Gives every pair in turn to the part that is furthest behind its share; of several to the first. */
function givePairs(weeks: readonly Week[], wanted: readonly number[]): void {
  const total = wanted.reduce((sum, count) => sum + count, 0);
  const had = wanted.map(() => 0);
  let turn = 0;
  for (const { pairs, given } of weeks)
    for (let pair = 0; pair < pairs && turn < total; pair++) {
      turn++;
      const behind = wanted.map((count, part) =>
        had[part] < count ? turn * count - had[part] * total : -Infinity,
      );
      const next = behind.indexOf(Math.max(...behind));
      had[next]++;
      given[next]++;
    }
}

/** The first week with a period to spare; where none has, the first that alternates to fewer. */
function weekOfSingle(weeks: readonly Week[]): number {
  const least = Math.min(...weeks.map(({ pairs }) => pairs));
  const week =
    weeks.find((each) => usedOf(each) < 2 * each.pairs) ??
    weeks.find(({ pairs, singles }) => pairs === least && singles === 0) ??
    weeks[0];
  week.singles++;
  return week.week;
}

const usedOf = ({ given, singles }: Week): number =>
  2 * given.reduce((sum, count) => sum + count, 0) + singles;
