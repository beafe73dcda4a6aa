import { useQuery } from '../shell/client.js';
import { usePath } from '../shell/router.js';
import { Empty, Failure, Loading } from '../shell/states.js';
import { type Block, crowdOf } from './blocks.js';
import { today } from './dates.js';
import type { Day } from './day-heading.js';
import { Heading } from './heading.js';
import { allWeeks, type Assignment, type Me, me, type Semester, semesterOf } from './operations.js';
import { argumentsOf, type WeekProps } from './owners.js';
import { Schedule } from './schedule.js';
import { weekTexts } from './texts.js';

/** The whole semester in one week, each meeting with the weeks in which it is held. */
export function AllWeeks({ owner, of, open }: WeekProps) {
  const { query } = usePath();
  const own = useQuery(me, owner ? undefined : {});
  const whose = owner ? argumentsOf(owner) : own.data && ownArguments(own.data.me);
  const { data, error, isLoading, reload } = useQuery(
    allWeeks,
    whose && {
      ...whose,
      ...semesterOf(query),
      semesterOrNone: query.get('semester') ?? undefined,
      from: today(),
    },
  );
  const wrong = error ?? own.error;
  if (wrong) return <Failure error={wrong} retry={reload} />;
  const semester = data?.current ?? data?.chosen;
  if (!semester || !data) return <Loading />;
  const blocks = (data.timetable?.assignments ?? []).map(blockOf);
  return (
    <article className="week week-all" aria-busy={isLoading}>
      <Heading owner={owner} blocks={blocks} semester={semester} title={weekTexts.allWeeks} />
      {blocks.length === 0 ? (
        <Empty title={data.timetable ? weekTexts.nothingPlanned : weekTexts.nothingPublished} />
      ) : (
        <Schedule
          days={daysOf(semester, blocks)}
          semester={semester}
          crowd={crowdOf(blocks)}
          of={of}
          open={open}
        />
      )}
    </article>
  );
}

function ownArguments({ student, teacher }: Me): Record<string, string> {
  return student ? { student: student.id } : { teacher: teacher?.id ?? '' };
}

function daysOf({ schedulingDays }: Semester, blocks: readonly Block[]): Day[] {
  return [1, 2, 3, 4, 5, 6, 7]
    .map((day) => ({ day, blocks: blocks.filter((each) => each.day === day) }))
    .filter(({ day, blocks: own }) => own.length > 0 || schedulingDays.includes(day));
}

function blockOf({ id, time, classroom, teachers, teachingClass }: Assignment): Block {
  return {
    key: id,
    id,
    day: time.dayOfWeek,
    periodStart: time.periodStart,
    periodEnd: time.periodEnd,
    course: teachingClass.course,
    teachers,
    room: classroom,
    building: classroom.building.name,
    campus: classroom.building.campus,
    teachingClass: teachingClass.name,
    groups: [],
    weeks: time.weeks,
  };
}
