import { DISTRIBUTION_PARAMETERS, COMPETITION_TYPES, type DistributionType } from '../../model.js';
import { DAYS_MAX, NUMBER_MAX, PERIODS_MAX, WEEKS_MAX, WEIGHT_MAX } from '../../formats/bounds.js';
import { isBits, quoted, whole, type Faults, type Shape } from '../../formats/faults.js';
import { lineOf, type Element } from './xml.js';

/** Longest identifier. */
const IDENTIFIER_MAX = 64;

/** What an element may contain. Attributes and elements that the format does not know are not looked at. */
interface ElementShape {
  readonly attributes: Readonly<Record<string, Shape>>;
  /** Attributes that may be absent. */
  readonly optional?: Readonly<Record<string, Shape>>;
  readonly children?: Readonly<Record<string, ElementShape>>;
}

const text: Shape = { allowed: 'a text', fits: () => true };
const identifier: Shape = {
  allowed: `an identifier of 1 to ${IDENTIFIER_MAX} characters`,
  fits: (value) => value.length > 0 && value.length <= IDENTIFIER_MAX,
};
const truth: Shape = {
  allowed: '"true" or "false"',
  fits: (value) => value === 'true' || value === 'false',
};
const size = whole(0, NUMBER_MAX);
const weight = whole(0, WEIGHT_MAX);
const withId: ElementShape = { attributes: { id: identifier } };

const PROBLEM: ElementShape = {
  attributes: {
    name: text,
    nrDays: whole(1, DAYS_MAX),
    nrWeeks: whole(1, WEEKS_MAX),
    slotsPerDay: whole(1, PERIODS_MAX),
  },
};

/** Days or weeks as digits, one for each; of any length while their number is not known. */
const bits = (count: number | null, what: string): Shape => ({
  allowed: `${count ?? 'some'} digits 0 or 1, one for each ${what}, not all 0`,
  fits: (value) => (count === null || value.length === count) && isBits(value),
});

const distributionType: Shape = {
  allowed:
    `one of ${COMPETITION_TYPES.map(wordsOf).join(', ')}, with whole numbers from 0 to ` +
    `${PERIODS_MAX} for the letters`,
  fits: (value) => distributionTypeOf(value) !== null,
};

/** `MaxBreaks(R,S)`. */
function wordsOf(type: DistributionType): string {
  const count = DISTRIBUTION_PARAMETERS[type] ?? 0;
  return count === 0 ? type : `${type}(${['N', 'M'].slice(0, count).join()})`;
}

/** Name and parameters of a type such as `MaxBreaks(2,12)`; null when there is none like that. */
export function distributionTypeOf(
  value: string,
): { readonly type: DistributionType; readonly parameters?: readonly number[] } | null {
  const [, name, list] = /^(\w+)(?:\((\d{1,4}(?:,\d{1,4})*)\))?$/.exec(value) ?? [];
  const type = COMPETITION_TYPES.find((one) => one === name);
  const parameters = list?.split(',').map(Number);
  if (!type || (parameters?.length ?? 0) !== (DISTRIBUTION_PARAMETERS[type] ?? 0)) return null;
  return parameters?.some((parameter) => parameter > PERIODS_MAX) ? null : { type, parameters };
}

/** Children of the problem, whose times depend on its calendar. */
function sectionsOf(calendar: Calendar): Readonly<Record<string, ElementShape>> {
  const last = calendar.slots ?? PERIODS_MAX;
  const span = {
    days: bits(calendar.days, 'day'),
    start: whole(0, last - 1),
    length: whole(1, last),
    weeks: bits(calendar.weeks, 'week'),
  };
  const taught: ElementShape = {
    attributes: { id: identifier },
    optional: { limit: size, parent: identifier, room: truth },
    children: {
      room: { attributes: { id: identifier }, optional: { penalty: size } },
      time: { attributes: span, optional: { penalty: size } },
    },
  };
  const room: ElementShape = {
    attributes: { id: identifier },
    optional: { capacity: size },
    children: {
      travel: { attributes: { room: identifier, value: whole(0, last) } },
      unavailable: { attributes: span },
    },
  };
  const inside = (name: string, shape: ElementShape, attributes = {}): ElementShape => ({
    attributes,
    children: { [name]: shape },
  });
  const subpart = inside('class', taught, { id: identifier });
  const course = inside('config', inside('subpart', subpart, { id: identifier }), { id: identifier });
  return {
    optimization: { attributes: { time: weight, room: weight, distribution: weight, student: weight } },
    rooms: inside('room', room),
    courses: inside('course', course),
    distributions: inside('distribution', {
      attributes: { type: distributionType },
      optional: { required: truth, penalty: size },
      children: { class: withId },
    }),
    students: inside('student', inside('course', withId, { id: identifier })),
  };
}

/** Names of all elements that are read. */
const KNOWN: ReadonlySet<string> = new Set([
  'problem',
  ...namesIn(sectionsOf({ days: null, weeks: null, slots: null })),
]);

function namesIn(shapes: Readonly<Record<string, ElementShape>>): string[] {
  return Object.entries(shapes).flatMap(([name, { children = {} }]) => [name, ...namesIn(children)]);
}

/** Numbers of the calendar; null where they are faulty. */
interface Calendar {
  readonly days: number | null;
  readonly weeks: number | null;
  readonly slots: number | null;
}

/** Names every attribute that is missing or outside of its declared range, element by element. */
export function judgeAttributes(root: Element, places: Places): void {
  judgeOwn(root, PROBLEM, places);
  const number = (name: string): number | null => {
    const value = root.attributes.get(name) ?? '';
    return PROBLEM.attributes[name].fits(value) ? Number(value) : null;
  };
  const calendar = { days: number('nrDays'), weeks: number('nrWeeks'), slots: number('slotsPerDay') };
  const sections = sectionsOf(calendar);
  const seen = new Set<string>();
  for (const section of root.children) {
    if (!Object.hasOwn(sections, section.name)) {
      refuseMisplaced(section, root, places);
      continue;
    }
    if (seen.has(section.name)) places.fault(section, 'it occurs a second time.');
    seen.add(section.name);
    judge(section, sections[section.name], places);
  }
  for (const name of ['optimization', 'courses'])
    if (!seen.has(name)) places.fault(root, `it contains no <${name}>.`);
}

function judge(element: Element, shape: ElementShape, places: Places): void {
  const { children = {} } = shape;
  judgeOwn(element, shape, places);
  for (const inner of element.children) {
    if (Object.hasOwn(children, inner.name)) judge(inner, children[inner.name], places);
    else refuseMisplaced(inner, element, places);
  }
}

function judgeOwn(element: Element, shape: ElementShape, places: Places): void {
  const { attributes, optional = {} } = shape;
  for (const name in attributes) {
    const value = element.attributes.get(name);
    if (value === undefined)
      places.fault(element, `${name} is missing; it must be ${attributes[name].allowed}.`);
    else if (!attributes[name].fits(value)) places.misfit(element, name, value, attributes[name]);
  }
  for (const name in optional) {
    const value = element.attributes.get(name);
    if (value !== undefined && !optional[name].fits(value))
      places.misfit(element, name, value, optional[name]);
  }
}

/** What the format knows must stand where it is read; elsewhere it would be overlooked. */
function refuseMisplaced(inner: Element, element: Element, places: Places): void {
  if (KNOWN.has(inner.name)) places.fault(inner, `it must not stand in <${element.name}>.`);
}

/** Faults of a document, each named with the line and the beginning of its element. */
export class Places {
  #at = 0;
  #line = 1;

  constructor(
    private readonly document: string,
    private readonly faults: Faults,
  ) {}

  fault(element: Element, why: string): void {
    this.faults.add(this.faults.isFull ? '' : this.#place(element), why);
  }

  misfit(element: Element, name: string, value: string, { allowed }: Shape): void {
    this.fault(element, `${name}=${quoted(value)} must be ${allowed}.`);
  }

  /** `Line 12, <class id="7">`; lines are counted on from the last one, where that is possible. */
  #place({ name, at, attributes }: Element): string {
    const isLater = at >= this.#at;
    this.#line = isLater
      ? this.#line + lineOf(this.document.slice(this.#at, at), at - this.#at) - 1
      : lineOf(this.document, at);
    this.#at = at;
    const id = attributes.get('id');
    return `Line ${this.#line}, <${name}${id === undefined ? '' : ` id=${quoted(id)}`}>`;
  }
}
