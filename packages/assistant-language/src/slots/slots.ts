import type { Text } from '../texts.js';
import {
  fieldOf,
  type MeetingRef,
  type NamedKind,
  optionsMax,
  type RoomWish,
  type Shift,
  type TimeWish,
} from '../intents.js';
import type { Named, Option, Situation } from '../interpreter.js';
import { Doubt, OpenDoubt } from './doubts.js';
import { timeOf, type SaidTime } from './time-wishes.js';
import { isOfOwn } from '../spot/departments.js';
import { isRole, labelOf, type NameToken, type SaidShift, type TimeToken, type Token } from './tokens.js';
import type { Role } from '../spot/vocabulary.js';
import type { Avoided, WishPiece } from './wishes.js';

const meaningsMax = 50;
/** What no ordinary room is. */
const kinds: NonNullable<RoomWish['features']> = ['COMPUTERS', 'LABORATORY'];

/** What is asked for where a name may mean several. */
const called: Readonly<Record<NamedKind, Text>> = {
  course: { zh: '课程', en: 'course' },
  teacher: { zh: '教师', en: 'teacher' },
  administrativeClass: { zh: '班级', en: 'class' },
  teachingClass: { zh: '教学班', en: 'teaching class' },
  room: { zh: '教室', en: 'room' },
  building: { zh: '教学楼', en: 'building' },
  department: { zh: '院系', en: 'department' },
};

/** What the tokens of a clause, or of a part of it, say. */
export class Slots {
  readonly names: readonly NameToken[];
  readonly times: readonly TimeToken[];

  constructor(
    readonly tokens: readonly Token[],
    readonly situation: Situation,
    readonly sentence: string,
  ) {
    this.names = tokens.filter((token) => token.type === 'name');
    this.times = tokens.filter((token) => token.type === 'time');
  }

  of(tokens: readonly Token[]): Slots {
    return new Slots(tokens, this.situation, this.sentence);
  }

  has(...roles: readonly Role[]): boolean {
    return this.tokens.some((token) => isRole(token, ...roles));
  }

  index(...roles: readonly Role[]): number {
    return this.tokens.findIndex((token) => isRole(token, ...roles));
  }

  /** @throws Doubt where a name is only resembled */
  withoutGuesses(): void {
    const guess = this.names.find(({ isGuess }) => isGuess);
    if (guess) throw this.#which(guess, guess.candidates);
  }

  ofKind(kind: NamedKind): readonly NameToken[] {
    return this.names.filter(({ candidates }) => candidates[0].kind === kind);
  }

  get isSelf(): boolean {
    return this.has('self', 'ourClass');
  }

  /** Whether whoever speaks has no lessons: 通知我来发 is said of nobody's. */
  get isOfNobody(): boolean {
    const { teacher, administrativeClass } = this.situation.self;
    return teacher === null && administrativeClass === null;
  }

  get isNameless(): boolean {
    return this.names.length === 0 && !this.isSelf;
  }

  get isEmpty(): boolean {
    return this.isNameless && this.times.length === 0;
  }

  /** How far from its time a weekly meeting shall be. @throws Doubt where it is another week */
  shift(): Shift | undefined {
    const { weeks, isUpTo: _, ...shift } = this.saidShift() ?? {};
    if (weeks !== undefined) throw byWeeks;
    return Object.keys(shift).length === 0 ? undefined : shift;
  }

  /** How far from its time a meeting shall be; undefined where nothing is said of it. */
  saidShift(): SaidShift | undefined {
    const said = this.tokens.flatMap((token) => (token.type === 'shift' ? [token] : []));
    const isSame = this.has('sameTime');
    if (said.length === 0) return isSame ? { periods: 0 } : undefined;
    const shift: SaidShift = Object.assign({}, ...said.map((one) => one.shift));
    return isSame ? { periods: 0, ...shift } : shift;
  }

  /** Whether all that is named is meant and not one of it. */
  get isEvery(): boolean {
    const kinds = this.names.map(({ candidates }) => candidates[0].kind);
    const isList = new Set(kinds).size < kinds.length;
    const isThem = /\b(?:class|lesson|lecture)e?s\b.{1,40}\bthem\b/i.test(this.sentence);
    const isBoth = /[两俩][次节堂]课?[都全]|[那这][两几][次节门堂]|[那这]些(?!时|天|日)|\bboth\b/i.test(
      this.sentence,
    );
    return this.has('all') || (!isList && (isThem || isBoth));
  }

  time(): SaidTime | null {
    return timeOf(this.times, this.situation);
  }

  /** The time that is asked of; of several that contradict one another, those that stand together last. */
  latestTime(): SaidTime | null {
    try {
      return timeOf(this.times, this.situation, true);
    } catch (failure) {
      const from = this.tokens.findLastIndex(
        (token, at) => token.type === 'time' && this.tokens[at - 1]?.type !== 'time',
      );
      if (from < 0 || this.times[0] === this.tokens[from]) throw failure;
      const end = this.tokens.findIndex((token, at) => at > from && token.type !== 'time');
      return timeOf(this.of(this.tokens.slice(from, end < 0 ? undefined : end)).times, this.situation, true);
    }
  }

  named(): MeetingRef {
    const ref: MeetingRef = {};
    if (!this.situation.departments?.nearest.length && isOfOwn(this.sentence)) throw ofNoDepartment();
    for (const { candidates: all, said } of this.names) {
      const kind = all[0].kind;
      if (kind === 'building') continue;
      const candidates = this.inBuildings(all);
      if (candidates.length > meaningsMax) throw tooMany(said, candidates.length);
      ref[fieldOf[kind]] = distinct([...(ref[fieldOf[kind]] ?? []), ...candidates.map(({ id }) => id)]);
    }
    if (this.#isOfStudent) return { ...ref, isOwn: true };
    const self = this.self();
    if (self) ref[self.field] = distinct([...(ref[self.field] ?? []), self.id]);
    return ref;
  }

  /** Room 302 in Zhiyuan: of all that are called so those that are in a building that is named, if any is. */
  inBuildings(all: readonly Named[]): readonly Named[] {
    const names = this.ofKind('building').flatMap(({ candidates }) => candidates.map(({ name }) => name));
    const there = all.filter(({ building = '' }) => names.includes(building));
    return there.length > 0 ? there : all;
  }

  /** The buildings that are named, each by all that its name may mean; 第一个 is none. */
  get buildings(): string[] {
    return this.ofKind('building')
      .filter(({ end }) => this.sentence[end] !== '个')
      .flatMap(({ candidates }) => candidates.map(({ id }) => id));
  }

  /** Whether the words name the caller, who is a student, and not the class. */
  get #isOfStudent(): boolean {
    return this.isSelf && this.situation.self.student !== null && !this.has('ourClass');
  }

  self(): { readonly field: 'teachers' | 'administrativeClasses'; readonly id: string } | null {
    if (!this.isSelf) return null;
    const { teacher, administrativeClass } = this.situation.self;
    const isOwnLesson = this.tokens.some(({ said }) => /^my class$/i.test(said));
    if (teacher !== null && (isOwnLesson || !this.has('ourClass'))) return { field: 'teachers', id: teacher };
    if (administrativeClass !== null) return { field: 'administrativeClasses', id: administrativeClass };
    if (this.names.length > 0) return null;
    throw new Doubt({
      zh: '您的账号不是教师，也不属于班级。请说出教师或班级的名称。',
      en: 'Your account is of no teacher and no class. Which teacher or class is meant?',
    });
  }

  /** Doubts if several records of one kind are told apart by 'and': it is not plain which wish is whose. */
  oneOfEachKind(): void {
    const kinds = this.names.map(({ candidates }) => candidates[0].kind);
    const twice = this.names.find((_, at) => kinds.indexOf(kinds[at]) < at);
    if (twice)
      throw new OpenDoubt({
        zh: `一次说了多个对象（如“${twice.said}”），请逐个说明，用“；”隔开。`,
        en: `Several were named at once, such as "${twice.said}". Please say them one by one, split by ";".`,
      });
  }

  /** The one record that a name means; asks if it may mean several. */
  one(token: NameToken): string {
    if (token.candidates.length === 1) return token.candidates[0].id;
    throw this.#which(token, token.candidates);
  }

  /** The only record of a kind; none if none is named. */
  onlyOne(kind: NamedKind): string | undefined {
    const names = this.ofKind(kind);
    if (names.length > 1) this.oneOfEachKind();
    return names.length === 0 ? undefined : this.one(names[0]);
  }

  room(): RoomWish | undefined {
    const capacities = this.#wished('capacityMin');
    const most = this.#wished('capacityMax');
    const floor = this.#wished('floor').at(-1);
    const isOrdinary = this.#isOrdinary;
    const features = distinct(this.#wished('feature')).filter((one) => !isOrdinary || !kinds.includes(one));
    const room = this.onlyOne('room');
    const building = this.onlyOne('building');
    const wish: RoomWish = {
      ...(room !== undefined && { room }),
      ...(building !== undefined && { building }),
      ...(capacities.length > 0 && { capacityMin: Math.max(...capacities) }),
      ...(most.length > 0 && { capacityMax: Math.min(...most) }),
      ...(floor && { floor }),
      ...(features.length > 0 && { features }),
      ...(isOrdinary && { without: [...kinds] }),
      ...(this.#wished('isSameCampus').length > 0 && { isSameCampus: true }),
      ...(this.#wished('isSameBuilding').length > 0 && { isSameBuilding: true }),
      ...(this.#wished('isSameRoom').length > 0 && { isSameRoom: true }),
    };
    return Object.keys(wish).length === 0 ? undefined : wish;
  }

  size(): Pick<RoomWish, 'size'> | undefined {
    const told = this.tokens.find((token) => isRole(token, 'bigger'));
    return told && { size: /小|small/i.test(told.said) ? 'SMALLER' : 'BIGGER' };
  }

  /** An ordinary room instead of the lab; but 目前在普通教室，调到机房: of several kinds the last is wished. */
  get #isOrdinary(): boolean {
    const last = this.tokens.findLast(
      (token) =>
        token.type === 'wish' &&
        (token.wish.isOrdinary ?? kinds.some((one) => one === token.wish.feature)) &&
        !/\b(?:instead of|rather than) (?:the |a )?$/i.test(this.sentence.slice(0, token.start)),
    );
    return last?.type === 'wish' && last.wish.isOrdinary === true;
  }

  #wished<K extends keyof WishPiece>(key: K): NonNullable<WishPiece[K]>[] {
    const told = this.tokens.map((token) => (token.type === 'wish' ? token.wish[key] : undefined));
    return told.filter((one) => one !== undefined) as NonNullable<WishPiece[K]>[];
  }

  avoid(): Avoided[] | undefined {
    const avoided = this.#wished('avoid').flat();
    return avoided.length === 0 ? undefined : distinct(avoided);
  }

  notAt(): TimeWish[] | undefined {
    const told = this.#wished('notAt').flat();
    return told.length === 0 ? undefined : told;
  }

  #which({ start, end, said }: NameToken, candidates: readonly Named[]): Doubt {
    const [kind, count] = [called[candidates[0].kind], candidates.length];
    const isCut = count > optionsMax;
    return new OpenDoubt(
      {
        zh: `“${said}”是指哪一个${kind.zh}？${isCut ? `共 ${count} 个，以下为前 ${optionsMax} 个，请说全名。` : ''}`,
        en:
          `Which ${kind.en} is meant by "${said}"?` +
          (isCut ? ` These are the first ${optionsMax} of ${count}.` : ''),
      },
      candidates.slice(0, optionsMax).map((one) => optionOf(one, candidates, this.sentence, start, end)),
    );
  }
}

/** 每周都换: of one lesson in every week. */
export const isEveryWeek = (token: Token | undefined): boolean =>
  token?.type === 'time' && token.piece.isWeekly === true && Object.keys(token.piece).length === 1;

/** Top 10 teachers, 平均: what is said of many names nobody. */
export const isOfMany = (said: string): boolean =>
  /^(?:top|first|前)? ?\d+$|平均|average|最|^比|[多少大小]于/i.test(said);

function optionOf(
  named: Named,
  others: readonly Named[],
  sentence: string,
  start: number,
  end: number,
): Option {
  const isUnique = others.filter(({ name }) => name === named.name).length === 1;
  const said = isUnique || named.code === null ? named.name : named.code;
  return { label: labelOf(named), text: sentence.slice(0, start) + said + sentence.slice(end) };
}

const distinct = <T>(all: readonly T[]): T[] => [...new Set(all)];

const byWeeks = new Doubt({
  zh: '每周的课不能提前或推迟几周，只能改星期和节次。要改到哪一天、第几节？',
  en: 'A weekly lesson goes to no other week, only to another day and period. Which ones?',
});

const ofNoDepartment = (): Doubt =>
  new Doubt({
    zh: '您的账号不属于某个院系，请说出院系的名称，例如：信息工程学院。',
    en: 'Your account is of no department. Which one is meant? Please name it.',
  });

const tooMany = (said: string, count: number): Doubt =>
  new OpenDoubt({
    zh: `“${said}”可以是 ${count} 个对象，请写出完整的名称。`,
    en: `"${said}" may mean ${count} records. Please give the full name.`,
  });
