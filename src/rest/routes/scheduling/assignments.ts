import { to, type RouteTable } from '../../route.js';

/** What narrows lists, as clients call it. */
const narrowing = {
  semester: 'semester_uuid',
  course: 'course_uuid',
  teacher: 'teacher_uuid',
  classroom: 'classroom_uuid',
  teachingClass: 'teaching_class_uuid',
  administrativeClass: 'administrative_class_uuid',
};

/** Keys of the body of a new assignment. */
const creation = {
  semester: 'semester_uuid',
  course: 'course_uuid',
  teacher: 'teacher_uuid',
  classroom: 'classroom_uuid',
  administrativeClasses: 'administrative_class_uuids',
  priority: 'scheduling_priority',
  times: 'class_time',
  weeks: 'week_numbers',
  consecutivePeriods: 'consecutive_sessions',
};

/** Keys of the body of an adjustment, those of its parts included. */
const adjustment = {
  id: 'assignment_id',
  teachingClassChanges: 'adjust_teaching_class',
  acceptsClashes: 'ignore_conflicts',
  classroom: 'classroom_id',
  teacher: 'teacher_id',
  times: 'class_time',
  weeks: 'week_numbers',
  consecutivePeriods: 'consecutive_sessions',
  priority: 'scheduling_priority',
  teachingClass: 'teaching_class_uuid',
  administrativeClasses: 'administrative_class_uuids',
  studentCount: 'actual_student_count',
  description: 'description',
  reason: 'reason',
};

/** The published timetable as existing clients know it: by assignments, which are series. */
export const assignments: RouteTable = {
  'POST /class-assignments': to('createSeries', '[ClashDTO]', '排课分配添加成功', {
    part: 'clashes',
    ifAny: '排课分配未保存：存在冲突，确认无误请再次提交',
    notice: 'warnings',
    names: creation,
    fixed: { isForm: true, acceptsByRepetition: true, acceptsClashes: false, isDryRun: false, reason: null },
  }),
  'PUT /class-assignments': to('updateSeries', 'BackAdjustCourseScheduleDTO', '排课分配更新成功', {
    notice: 'warnings',
    names: adjustment,
    fixed: { isForm: true, acceptsByRepetition: true, isDryRun: false },
    required: ['adjustments', 'teachingClassChanges'],
  }),
  'PUT /scheduling/assignments/:assignment_id/adjust': to(
    'updateSeries',
    'BackAdjustCourseScheduleDTO',
    '获取排课任务状态成功',
    {
      notice: 'warnings',
      names: adjustment,
      fixed: { isForm: true, acceptsByRepetition: true, isDryRun: false },
    },
  ),
  'GET /class-assignments/list': to('seriesOptions', '[BackDetailedAssignmentDTO]', '查询排课分配列表成功', {
    names: narrowing,
  }),
  'GET /class-assignments/page': to('seriesList', 'Page<BackClassAssignmentDTO>', '查询排课分配列表成功', {
    names: narrowing,
    required: ['semester'],
  }),
  'GET /class-assignments/:class_assignment_uuid': to('series', 'BackClassAssignmentDTO', '查询成功'),
  'DELETE /class-assignments/:class_assignment_uuid': to('retireSeries', null, '排课分配记录已删除', {
    fixed: { isForm: true, isDryRun: false, reason: null },
  }),
};
