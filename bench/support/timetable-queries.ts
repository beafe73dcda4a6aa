import type { University } from './university.js';

/** A question that both servers are asked, each in its own words. */
export interface Question {
  readonly name: string;
  readonly product: Operation;
  readonly postgraphile: Operation;
}

/** A GraphQL request, and where its answer has the meetings. */
export interface Operation {
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
  meetings(data: any): Meeting[];
}

/** A meeting as both servers tell it, but for its time, which PostGraphile tells as columns. */
interface Meeting {
  readonly time?: object;
  readonly meeting: { readonly teachingClass: { readonly groups: readonly object[] } };
}

const ownMeeting = `
  time { dayOfWeek periodStart periodEnd weeks }
  classroom { name building { name campus { name } } }
  teacher { name }
  meeting { sequence teachingClass { name course { name } groups { administrativeClass { name } } } }`;

const otherMeeting = `
  dayOfWeek periodStart periodEnd weeks
  classroom: classroomByClassroomId { name building: buildingByBuildingId { name campus: campusByCampusId
  { name } } }
  teacher: teacherByTeacherId { name }
  meeting: meetingByMeetingId {
    sequence
    teachingClass: teachingClassByTeachingClassId {
      name
      course: courseByCourseId { name }
      groups: teachingClassGroupsByTeachingClassIdList {
        administrativeClass: administrativeClassByAdministrativeClassId { name }
      }
    }
  }`;

const ownQuery = `query ($teacher: ID, $class: ID) {
  timetable {
    revision status
    assignments(teacher: $teacher, administrativeClass: $class) {${ownMeeting} }
  }
}`;

const byTime = 'orderBy: [DAY_OF_WEEK_ASC, PERIOD_START_ASC, ROW_ID_ASC]';

const otherQuery = `query ($timetable: UUID!) {
  timetable: timetableByRowId(rowId: $timetable) {
    revision status
    assignments: classAssignmentsByTimetableIdList(${byTime}) {${otherMeeting} }
  }
}`;

const otherQueryOfTeacher = `query ($timetable: UUID!, $teacher: UUID!) {
  timetable: timetableByRowId(rowId: $timetable) {
    revision status
    assignments: classAssignmentsByTimetableIdList(condition: { teacherId: $teacher },
    ${byTime}) {${otherMeeting} }
  }
}`;

// It has no condition across tables: its users go to a timetable of a class by the class.
const otherQueryOfClass = `query ($timetable: UUID!, $class: UUID!) {
  timetable: timetableByRowId(rowId: $timetable) { revision status }
  class: administrativeClassByRowId(rowId: $class) {
    groups: teachingClassGroupsByAdministrativeClassIdList {
      teachingClass: teachingClassByTeachingClassId {
        assignments: classAssignmentsByTeachingClassIdList(condition: { timetableId: $timetable },
        ${byTime}) {${otherMeeting} }
      }
    }
  }
}`;

/** The timetables of the class and of the teacher with the most meetings, and the whole one. */
export async function timetableQuestions({ query }: University): Promise<Question[]> {
  const [{ timetable, teacher, group }] = await query<Record<string, string>>(`
    select t.id as timetable,
      (select teacher_id from class_assignment where timetable_id = t.id
        group by 1 order by count(*) desc, 1 limit 1) as teacher,
      (select g.administrative_class_id from class_assignment a join teaching_class_group g using
      (teaching_class_id)
        where a.timetable_id = t.id group by 1 order by count(*) desc, 1 limit 1) as "group"
    from timetable t where t.status = 'PUBLISHED'`);
  const assignments = (data: any): Meeting[] => data.timetable.assignments;
  const own = (variables: Record<string, string>): Operation => ({
    query: ownQuery,
    variables,
    meetings: assignments,
  });
  const other = (query: string, variables: Record<string, string>): Operation => ({
    query,
    variables: { timetable, ...variables },
    meetings: assignments,
  });
  return [
    {
      name: 'one class',
      product: own({ class: group }),
      postgraphile: {
        ...other(otherQueryOfClass, { class: group }),
        meetings: ({ class: { groups } }) =>
          groups.flatMap(({ teachingClass }: any) => teachingClass.assignments),
      },
    },
    {
      name: 'one teacher',
      product: own({ teacher }),
      postgraphile: other(otherQueryOfTeacher, { teacher }),
    },
    { name: 'everything', product: own({}), postgraphile: other(otherQuery, {}) },
  ];
}

/** The same text for the same meetings, in whatever order and form a server told them. */
export function canonical(meetings: readonly Meeting[]): string {
  const sorted = <T>(items: readonly T[]): string[] => items.map((item) => JSON.stringify(item)).sort();
  return sorted(
    meetings.map(({ time, meeting, ...rest }) => {
      const { groups, ...teachingClass } = meeting.teachingClass;
      const entries = Object.entries({ ...rest, ...time, meeting: { ...meeting, teachingClass } });
      return [Object.fromEntries(entries.toSorted()), sorted(groups)];
    }),
  ).join('\n');
}
