import { Arg, Ctx, Extensions, FieldResolver, Int, Query, Resolver, Root } from 'type-graphql';
import { Teacher } from '../../entities/people.js';
import {
  AcademicDashboard,
  AdministratorDashboard,
  PersonLoad,
  RoomTypeUse,
  StudentDashboard,
  TeacherDashboard,
  TeacherLoad,
  TimetableFigures,
} from '../../entities/scheduling/dashboards.js';
import { pageSizeMax } from '../../schema/pages.js';
import { Id } from '../../schema/scalars.js';
import type { Soon } from '../../data/relations.js';
import type { Context } from '../../data/context.js';
import * as dashboards from '../../services/scheduling/reports/dashboards.js';
import {
  roomUse,
  teacherLoads,
  timetableFigures,
} from '../../services/scheduling/reports/timetable-figures.js';

const maybeSemester = Arg('semester', () => Id, {
  nullable: true,
  description: 'The current one by default.',
});
const maybeDepartment = Arg('department', () => Id, {
  nullable: true,
  description: 'This department and those below it; by default all for which you act.',
});

@Resolver()
export class DashboardResolver {
  @Query(() => AdministratorDashboard, {
    description: 'What the installation holds, and what was asked of /api/v1 last.',
  })
  administratorDashboard(@Ctx() ctx: Context): Promise<AdministratorDashboard> {
    return dashboards.administratorDashboard(ctx);
  }

  @Query(() => AcademicDashboard, { description: 'What departments hold: people, classes and courses.' })
  academicDashboard(@Ctx() ctx: Context, @maybeDepartment department?: string): Promise<AcademicDashboard> {
    return dashboards.academicDashboard(ctx, department);
  }

  @Query(() => TeacherDashboard, { description: 'What the calling teacher teaches, in all semesters.' })
  teacherDashboard(@Ctx() ctx: Context): Promise<TeacherDashboard> {
    return dashboards.teacherDashboard(ctx);
  }

  @Query(() => StudentDashboard, { description: 'What the calling student attends in a semester.' })
  studentDashboard(@Ctx() ctx: Context, @maybeSemester semester?: string): Promise<StudentDashboard> {
    return dashboards.studentDashboard(ctx, semester);
  }

  @Query(() => TimetableFigures, {
    nullable: true,
    description:
      'How good the timetable of a semester is: by default the published one, or otherwise the newest draft.',
  })
  timetableFigures(
    @Ctx() ctx: Context,
    @maybeSemester semester?: string,
    @Arg('revision', () => Int, { nullable: true, description: 'Number of the revision, from 1.' })
    revision?: number,
    @maybeDepartment department?: string,
  ): Promise<TimetableFigures | null> {
    return timetableFigures(ctx, { semester, revision, department });
  }
}

@Resolver(() => TeacherDashboard)
export class TeacherDashboardResolver {
  @FieldResolver(() => PersonLoad, {
    nullable: true,
    description: 'What the teacher teaches in one semester; none where it has no published timetable.',
  })
  load(@Ctx() ctx: Context, @maybeSemester semester?: string): Promise<PersonLoad | null> {
    return dashboards.ownTeachingLoad(ctx, semester);
  }
}

@Resolver(() => StudentDashboard)
export class StudentDashboardResolver {
  @FieldResolver(() => PersonLoad, {
    nullable: true,
    description: 'How it is spread over the week; none where the semester has no published timetable.',
  })
  load(@Ctx() ctx: Context, @Root() { semester }: StudentDashboard): Promise<PersonLoad | null> {
    return dashboards.ownAttendance(ctx, semester.id);
  }
}

@Resolver(() => TimetableFigures)
export class TimetableFiguresResolver {
  @FieldResolver(() => [RoomTypeUse], {
    description: 'How full the rooms are, by type and period; meetings of all departments count.',
  })
  rooms(@Ctx() ctx: Context, @Root() figures: TimetableFigures): Promise<RoomTypeUse[]> {
    return roomUse(ctx, figures);
  }

  @Extensions({ expectedRows: 20 })
  @FieldResolver(() => [TeacherLoad], {
    description: 'How much the teachers teach, by their fullest week; those without a meeting too.',
  })
  teachers(
    @Ctx() ctx: Context,
    @Root() figures: TimetableFigures,
    @Arg('page', () => Int, { defaultValue: 1, description: 'Number of the page, from 1.' }) page: number,
    @Arg('size', () => Int, { defaultValue: 20, description: `Teachers per page, 1 to ${pageSizeMax}.` })
    size: number,
    @Arg('isDesc', () => Boolean, { defaultValue: true, description: 'true: those who teach most first.' })
    isDesc: boolean,
  ): Promise<TeacherLoad[]> {
    return teacherLoads(ctx, figures, { page, size, isDesc });
  }
}

@Resolver(() => TeacherLoad)
export class TeacherLoadResolver {
  @FieldResolver(() => Teacher, { description: 'The teacher.' })
  teacher(@Ctx() { rows }: Context, @Root() { teacherId }: TeacherLoad): Soon<object | null> {
    return rows.referenced(Teacher, teacherId);
  }
}
