import { useEffect, useState } from 'react';
import { useNoticed } from '../notices/use-notices.js';
import { useQuery } from '../shell/client.js';
import { navigate, type Path, usePath, withParameters } from '../shell/router.js';
import { Failure, Loading } from '../shell/states.js';
import { type Block, crowdOf } from './blocks.js';
import { dayOf, mondayOf, plusDays, shortDate, timeAt, today, weeksBetween } from './dates.js';
import type { Day } from './day-heading.js';
import { Heading } from './heading.js';
import { type DatedMeeting, type Semester, semesterOf, week } from './operations.js';
import { argumentsOf, type WeekProps } from './owners.js';
import { Schedule } from './schedule.js';
import { weekTexts } from './texts.js';
import { WeekPicker } from './week-picker.js';

/** One week as it is held: by dates, with holidays and the days that make up for them. */
export function OneWeek({ owner, of, open }: WeekProps) {
  const path = usePath();
  const [now, setNow] = useState(today());
  const wanted = mondayOf(path.query.get('date') ?? now);
  const variables = {
    from: wanted,
    to: plusDays(wanted, 6),
    of: argumentsOf(owner),
    ...semesterOf(path.query),
  };
  const { data, asked, error, isLoading, reload } = useQuery(week, variables);
  const semester = data?.current ?? data?.chosen;
  useEffect(() => semester && setNow(today(semester.timeZone)), [semester]);
  useNoticed(reload);
  useStayWithin(semester, wanted, path);
  if (error) return <Failure error={error} retry={reload} />;
  if (!semester || !data || !asked) return <Loading />;
  // While the next week is on its way, the last one stays as it was.
  const { from, to } = asked;
  const number = weeksBetween(mondayOf(semester.startDate), from) + 1;
  const blocks = data.meetings.map(blockOf);
  const range = weekTexts.range(shortDate(from), shortDate(to));
  return (
    <article className="week" aria-busy={isLoading}>
      <Heading
        owner={owner}
        blocks={blocks}
        semester={semester}
        title={`${weekTexts.weekNumber(number)} · ${range}`}
      >
        <WeekPicker {...{ semester, now }} from={wanted} />
      </Heading>
      {blocks.length === 0 && <p className="week-empty">{weekTexts.nothingThisWeek}</p>}
      <Schedule
        days={daysOf(semester, from, blocks, now)}
        semester={semester}
        crowd={crowdOf(blocks)}
        of={of}
        open={open}
      />
    </article>
  );
}

/** Goes to the first or last week when the address names one outside of the semester. */
function useStayWithin(semester: Semester | undefined, from: string, path: Path): void {
  const first = semester && mondayOf(semester.startDate);
  const last = semester && mondayOf(semester.endDate);
  const nearest = first && last && (from < first ? first : from > last ? last : from);
  useEffect(() => {
    if (nearest && nearest !== from) navigate(withParameters(path, { date: nearest }), { replaces: true });
  }, [nearest, from]);
}

/** The days to show: those that are planned for, and others where something stands on them. */
function daysOf(semester: Semester, from: string, blocks: readonly Block[], now: string): Day[] {
  const days = [1, 2, 3, 4, 5, 6, 7].map((day): Day => {
    const date = plusDays(from, day - 1);
    const special = semester.calendarDays.find((each) => each.date === date);
    const own = blocks.filter(({ held }) => held?.date === date);
    return { ...special, day, date, isToday: date === now, blocks: own };
  });
  return days.filter(
    ({ day, kind, blocks: own }) =>
      own.length > 0 || kind === 'MAKE_UP' || semester.schedulingDays.includes(day),
  );
}

function blockOf({ held, isHeld, item }: DatedMeeting): Block {
  const at = (instant: string | null) => (instant ? timeAt(instant, held.timeZone) : undefined);
  return {
    key: `${item.assignmentId} ${held.date} ${item.periodStart} ${isHeld}`,
    id: item.assignmentId,
    change: item.change,
    isOff: !isHeld,
    day: dayOf(held.date),
    periodStart: item.periodStart,
    periodEnd: item.periodEnd,
    course: { id: item.courseId, name: item.courseName },
    teachers: item.teachers,
    room: { id: item.classroomId, name: item.classroomName },
    building: item.buildingName,
    campus: { id: item.campusId, name: item.campusName },
    teachingClass: item.teachingClassName,
    teachingClassId: item.teachingClassId,
    groups: item.groupNames,
    kind: item.creditHourTypeName,
    held: { date: held.date, start: at(held.start), end: at(held.end) },
  };
}
