import type { Meeting, Problem, RuleId, Sentence } from '../model.js';
import { meetingName } from '../rules/words.js';
import { Interrupted, type Pause } from '../deadline.js';
import { deadlocksOf } from './arc-consistency.js';
import { Domains, type Domain } from './domains.js';
import { Cells } from './measures.js';
import { shortages, type CountedPart, type CountingContext, type RuleShortage } from './shortages.js';
import { listWords, lockWords, shortageWords } from './words.js';
import { underspreadClasses } from './working-days.js';

/** Something that no search can resolve. */
export interface Impossibility {
  readonly rule: RuleId;
  /** All meetings concerned. */
  readonly meetings: readonly string[];
  /** A few of them that already are too many. */
  readonly core: readonly string[];
  /** Some that would have to be dropped to resolve it. */
  readonly excess: readonly string[];
  /** Keys of the requirements that cause it, besides those on single meetings. */
  readonly keys: readonly string[];
  readonly sentence: Sentence;
}

/** What was found in a limited time, and what was not looked at. */
interface PrecheckReport {
  readonly impossibilities: readonly Impossibility[];
  /** Names the parts that were left; null = all was looked at. */
  readonly unseen: Sentence | null;
}

/** Parts of the check in their order; counting has parts of its own. */
type Part = 'options' | CountedPart | 'chains' | 'workingDays';

const PARTS: Readonly<Record<Part, Sentence>> = {
  options: { zh: '每次课的可选时间与教室', en: 'the options of single meetings' },
  workingDays: { zh: '最少上课天数', en: 'minimum working days' },
  groups: { zh: '班级的时间总量', en: 'the hours of groups' },
  teachers: { zh: '教师的时间总量', en: 'the hours of teachers' },
  teachingClasses: { zh: '教学班的时间总量', en: 'the hours of teaching classes' },
  rooms: { zh: '教室的总量', en: 'the number of rooms' },
  loads: { zh: '每日、每周课时上限', en: 'daily and weekly loads' },
  relations: { zh: '关系所需的时间总量', en: 'the hours that relations need' },
  chains: { zh: '关系链', en: 'chains of relations' },
};

/**
 * Finds plain impossibilities before any search: meetings without any time, room or teacher, owners (people,
 * rooms, relations) that need more periods or places than there are, chains of relations that leave no time,
 * classes that cannot spread. An empty result proves nothing. Takes milliseconds for hundreds of meetings,
 * seconds for the largest problems.
 */
export function precheck(problem: Problem): Impossibility[] {
  return new Precheck(problem).impossibilities(new Set());
}

/** The same within some seconds of the given clock: what was not looked at then is said by name. */
export function precheckWithin(problem: Problem, seconds: number, now: () => number): PrecheckReport {
  const end = now() + seconds;
  const impossibilities: Impossibility[] = [];
  const left = new Set(Object.keys(PARTS) as Part[]);
  let current: Part = 'options';
  const enter = (part: Part) => {
    left.delete(current);
    current = part;
  };
  const pause = () => {
    if (now() >= end) throw new Interrupted('The check is over.');
  };
  try {
    const check = new Precheck(problem, { pause, enter });
    for (const one of check.found(new Set())) impossibilities.push(one);
    return { impossibilities, unseen: null };
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  }
  const names = [...left].map((part) => PARTS[part]);
  return {
    impossibilities,
    unseen: {
      zh: `时间有限，未检查：${names.map(({ zh }) => zh).join('、')}。`,
      en: `Not looked at for lack of time: ${names.map(({ en }) => en).join(', ')}.`,
    },
  };
}

/** The same check, repeatable without some meetings. */
export class Precheck {
  readonly #classNames: ReadonlyMap<string, string>;
  readonly #domains: Domains;
  readonly #context: CountingContext;

  constructor(
    private readonly problem: Problem,
    private readonly course: { readonly pause?: Pause; readonly enter?: (part: Part) => void } = {},
  ) {
    this.#classNames = new Map(problem.teachingClasses.map(({ id, name }) => [id, name]));
    this.#domains = new Domains(problem, course.pause);
    this.#context = {
      problem,
      cells: new Cells(problem.times),
      active: { has: (key) => this.#domains.isHard(key.slice(0, key.indexOf('/')) as RuleId) },
      open: this.#domains.available,
      ...course,
    };
  }

  impossibilities(without: ReadonlySet<string>): Impossibility[] {
    return [...this.found(without)];
  }

  /** Cheap parts first. */
  *found(without: ReadonlySet<string>): Generator<Impossibility> {
    const { enter = () => undefined } = this.course;
    const remaining = this.#domains.all.filter(({ meeting }) => !without.has(meeting.id));
    const single = remaining.flatMap((domain) => [...this.#single(domain)]);
    yield* single;
    enter('workingDays');
    yield* this.#workingDays(remaining);
    const impossible = new Set(single.flatMap(({ meetings }) => meetings));
    const others = remaining.filter(({ meeting }) => !impossible.has(meeting.id));
    yield* this.#shortages(others);
    enter('chains');
    yield* this.#relations(others);
  }

  /** What is impossible for a meeting by itself. */
  *#single({ meeting, times, rooms }: Domain): Generator<Impossibility> {
    const { id, lock } = meeting;
    const name = this.#nameOf(meeting);
    const impossibility = (rule: RuleId, sentence: Sentence): Impossibility => {
      return { rule, meetings: [id], core: [id], excess: [id], keys: [], sentence };
    };
    if (times.length === 0) yield impossibility('not-offered', noTimeWords(name, meeting));
    const bar = lock?.time === undefined ? null : this.#domains.calendarBar(lock.time);
    if (bar) yield impossibility(bar, lockWords(name, bar));
    if (rooms?.length === 0) yield impossibility(this.#roomRule(meeting), noRoomWords(name, meeting));
    const misfit = lock?.room === undefined || !rooms?.[0] ? null : this.#domains.misfit(meeting, rooms[0]);
    if (misfit) yield impossibility(misfit, lockWords(name, misfit));
  }

  /** Owners who would need more periods or places than they have. */
  *#shortages(domains: readonly Domain[]): Generator<Impossibility> {
    for (const shortage of shortages(this.#context, domains)) yield this.#impossibilityOf(shortage);
  }

  /** Relations that leave a meeting without any time. */
  *#relations(domains: readonly Domain[]): Generator<Impossibility> {
    if (!this.#domains.isHard('distribution')) return;
    const times = new Map(domains.map((domain) => [domain.meeting.id, domain.times]));
    for (const { meetings, relations, meeting } of deadlocksOf(
      this.problem,
      times,
      undefined,
      this.course.pause,
    )) {
      const [name] = this.#namesOf([meeting]);
      const list = listWords(this.#namesOf(meetings));
      const types = [...new Set(relations.map((i) => (this.problem.distributions ?? [])[i].type))].join(', ');
      yield {
        rule: 'distribution',
        meetings,
        core: meetings,
        excess: [meeting],
        keys: relations.map((index) => `distribution/${index}`),
        sentence: {
          zh: `${list.zh}之间的关系（${types}）使“${name}”没有可用时间。\n可增加可选时间，或取消其中一项关系。`,
          en:
            `The relations (${types}) between ${list.en} leave no time for ${name}.\nMaybe offer more ` +
            `times or give up one of the relations.`,
        },
      };
    }
  }

  /** Teaching classes whose meetings cannot be on as many days as required. */
  *#workingDays(remaining: readonly Domain[]): Generator<Impossibility> {
    if (!this.#domains.isHard('minimum-working-days')) return;
    for (const { teachingClass, domains, days } of underspreadClasses(this.problem, remaining)) {
      const { id, name, minimumDays } = teachingClass;
      const meetings = domains.map(({ meeting }) => meeting.id);
      yield {
        rule: 'minimum-working-days',
        meetings,
        core: meetings,
        excess: meetings,
        keys: [`minimum-working-days/${id}`],
        sentence: {
          zh: `“${name}”应分布在至少${minimumDays}天，但其${domains.length}次课最多只能分布在${days}天。\n可增加课次或可选的日子，或降低最少天数。`,
          en:
            `${name} should spread over at least ${minimumDays} days, but its meetings ` +
            `(${domains.length}) can be on ${days} at most.\nMaybe offer other days, or lower the number ` +
            `of days.`,
        },
      };
    }
  }

  #impossibilityOf({ rule, keys, owners, shortage }: RuleShortage): Impossibility {
    const ids = (meetings: readonly Meeting[]) => meetings.map(({ id }) => id);
    const names = shortage.meetings.map((meeting) => this.#nameOf(meeting));
    return {
      rule,
      keys,
      meetings: ids(shortage.meetings),
      core: ids(shortage.core),
      excess: ids(shortage.excess),
      sentence: shortageWords(rule, owners, shortage, names),
    };
  }

  /** The rule that the most suitable room breaks. */
  #roomRule(meeting: Meeting): RuleId {
    const rules = this.problem.rooms.map((room) => this.#domains.misfit(meeting, room));
    const order: RuleId[] = ['room-features', 'room-capacity', 'room-type'];
    return order.find((rule) => rules.includes(rule)) ?? 'not-offered';
  }

  #namesOf(ids: readonly string[]): string[] {
    const selected = new Set(ids);
    return this.problem.meetings.filter(({ id }) => selected.has(id)).map((meeting) => this.#nameOf(meeting));
  }

  #nameOf(meeting: Meeting): string {
    return meetingName(meeting, this.#classNames.get(meeting.teachingClass));
  }
}

function noTimeWords(name: string, { times, lock }: Meeting): Sentence {
  if (times.length === 0 && lock?.time === undefined)
    return {
      zh: `“${name}”没有任何可选时间。\n请为其提供可选时间。`,
      en: `${name} has no possible times.\nMaybe offer some.`,
    };
  return {
    zh: `“${name}”没有可用时间：可选时间均被日历规则或不可用时间排除。\n可增加可选时间，或允许晚间、周末排课。`,
    en:
      `${name} has no time left: the calendar and absences rule out all of its times.\nMaybe ` +
      `offer more times or allow evenings or weekends.`,
  };
}

function noRoomWords(name: string, { size }: Meeting): Sentence {
  return {
    zh: `没有适合“${name}”（${size}人）的教室。\n可拆分班级，或调整教室类型、设备要求。`,
    en:
      `No room suits ${name} (${size} students).\nMaybe split the class, or change its room type or ` +
      `features.`,
  };
}
