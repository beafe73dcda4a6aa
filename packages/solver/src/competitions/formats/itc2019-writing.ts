import type { Meeting, Problem, SectionedClass, TimeSpan } from '../../model.js';
import { settingOf } from '../../profiles.js';
import { dayString } from './itc2019.js';
import { escapeXml } from './xml.js';

/**
 * Writes a problem of the profile of ITC-2019 as an instance, the same text for the same problem: whatever
 * `readItc2019` tells of it. Teachers and groups, which the competition does not know, are left out (see
 * `asItc2019`).
 */
export function writeItc2019(problem: Problem): string {
  const { name, calendar, rooms, distributions = [] } = problem;
  const weights = (['time-preference', 'room-preference', 'distribution', 'student-conflict'] as const).map(
    (rule) => settingOf(problem, rule).weight,
  );
  const travel = Map.groupBy(problem.travel ?? [], ({ from }) => from);
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<problem ${attributes({
      name,
      nrDays: calendar.days,
      nrWeeks: calendar.weeks,
      slotsPerDay: calendar.periods,
    })}>`,
    `<optimization ${attributes(
      Object.fromEntries(['time', 'room', 'distribution', 'student'].map((key, at) => [key, weights[at]])),
    )}/>`,
    '<rooms>',
    ...rooms.flatMap(({ id, capacity, unavailable = [] }) => [
      `<room ${attributes({ id, capacity })}>`,
      ...(travel.get(id) ?? []).map(
        ({ to, periods }) => `<travel ${attributes({ room: to, value: periods })}/>`,
      ),
      ...unavailable.map((span) => `<unavailable ${attributes(spanOf(problem, span))}/>`),
      '</room>',
    ]),
    '</rooms>',
    '<courses>',
    ...coursesOf(problem),
    '</courses>',
    '<distributions>',
    ...distributions.flatMap(({ type, parameters, meetings, required, penalty = 0 }) => [
      `<distribution ${attributes({
        type: parameters ? `${type}(${parameters.join()})` : type,
        ...(required ? { required } : { penalty }),
      })}>`,
      ...meetings.map((id) => `<class ${attributes({ id })}/>`),
      '</distribution>',
    ]),
    '</distributions>',
    '<students>',
    ...(problem.sectioning?.requests ?? []).flatMap(({ student, courses }) => [
      `<student ${attributes({ id: student })}>`,
      ...courses.map((id) => `<course ${attributes({ id })}/>`),
      '</student>',
    ]),
    '</students>',
    '</problem>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Courses as students request them; each class as one of its own where nobody requests any. */
function coursesOf(problem: Problem): string[] {
  const meetings = new Map(problem.meetings.map((meeting) => [meeting.id, meeting]));
  const courses =
    problem.sectioning?.courses ??
    problem.meetings.map(({ id, size }) => ({
      id,
      configurations: [[[{ meeting: id, ...(size > 0 && { limit: size }) }]]],
    }));
  return courses.flatMap(({ id, configurations }) => [
    `<course ${attributes({ id })}>`,
    ...configurations.flatMap((configuration, at) => [
      `<config ${attributes({ id: at + 1 })}>`,
      ...configuration.flatMap((subpart, number) => [
        `<subpart ${attributes({ id: number + 1 })}>`,
        ...subpart.flatMap((one) => classOf(problem, meetings.get(one.meeting)!, one)),
        '</subpart>',
      ]),
      '</config>',
    ]),
    '</course>',
  ]);
}

function classOf(problem: Problem, { id, times, rooms = [] }: Meeting, one: SectionedClass): string[] {
  const { parent, limit } = one;
  const needsNone = rooms.length === 0;
  return [
    `<class ${attributes({ id, limit, parent, ...(needsNone && { room: false }) })}>`,
    ...rooms.map(({ room, penalty = 0 }) => `<room ${attributes({ id: room, penalty })}/>`),
    ...times.map(
      ({ time, penalty = 0 }) =>
        `<time ${attributes({ ...spanOf(problem, problem.times[time]), penalty })}/>`,
    ),
    '</class>',
  ];
}

const spanOf = ({ calendar }: Problem, { days, start, length, weeks }: TimeSpan): Values => ({
  days: dayString(days, calendar.days),
  start,
  length,
  weeks,
});

type Values = Readonly<Record<string, string | number | boolean | undefined>>;

const attributes = (values: Values): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
