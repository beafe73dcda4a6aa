import { RuleLevel } from '../schema/enums.js';
import { LinkKind } from '../schema/timetables.js';
import type { DemoLink, DemoTeachingClass } from './model.js';

/** A link of each kind: what cannot keep a timetable from being complete is required, the rest wished. */
export function makeLinks(sections: readonly DemoTeachingClass[]): DemoLink[] {
  const kindsOf = ({ meetings }: DemoTeachingClass): string[] => [
    ...new Set(meetings.map(({ creditHourType }) => creditHourType)),
  ];
  const [lecture, practice] = sections.filter((each) => kindsOf(each).length === 2);
  const single = sections.filter(({ meetings: [first, ...more], groups }) =>
    Boolean(more.length === 0 && first.teacher && groups.length > 0),
  );
  const pairs = single.flatMap((one, at) => single.slice(at + 1).map((other) => [one, other] as const));
  const areOf = (key: (section: DemoTeachingClass) => string | null) =>
    pairs.filter(([one, other]) => key(one) === key(other));
  const [[one, other]] = areOf(({ meetings }) => meetings[0].teacher).filter(
    ([a, b]) => a.course !== b.course,
  );
  const [parallel, room] = areOf(({ course }) => course).filter(
    ([a, b]) =>
      a.meetings[0].teacher !== b.meetings[0].teacher && !a.groups.some((id) => b.groups.includes(id)),
  );
  const within = (
    section: DemoTeachingClass,
  ): Pick<DemoLink, 'first' | 'firstHours' | 'second' | 'secondHours'> => {
    const [firstHours, secondHours] = kindsOf(section);
    return { first: section.code, firstHours, second: section.code, secondHours };
  };
  const between = ([a, b]: readonly [DemoTeachingClass, DemoTeachingClass]): Pick<
    DemoLink,
    'first' | 'second'
  > => ({
    first: a.code,
    second: b.code,
  });
  const wished = { level: RuleLevel.SOFT, weight: 10 };
  return [
    { kind: LinkKind.BEFORE, ...within(lecture) },
    { kind: LinkKind.SAME_DAY, ...within(practice), ...wished },
    { kind: LinkKind.OTHER_DAY, ...between([one, other]) },
    { kind: LinkKind.SAME_TEACHER, ...between([one, other]) },
    { kind: LinkKind.SAME_TIME, ...between(parallel), ...wished },
    { kind: LinkKind.SAME_ROOM, ...between(room), ...wished },
  ];
}
