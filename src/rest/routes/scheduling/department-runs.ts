import { to, type RouteTable } from '../../route.js';

/** Clients, and the service that they were written for, call some fields by two names. */
const names = {
  semester: 'semester_uuid',
  department: 'department_uuid',
  courseType: ['type_id', 'course_type_uuid'],
  priority: ['priority', 'priority_level'],
  dayOfWeek: ['day', 'day_of_week'],
  level: 'priority_level',
  courses: 'specific_course_ids',
  allowedBuildings: 'allowed_building_ids',
  course: 'course_id',
  administrativeClasses: 'class_id',
  studentCount: 'number',
  weekHours: 'weekly_hours',
  kind: 'course_enu_type',
};

/** Automatic scheduling. */
export const departmentRuns: RouteTable = {
  'POST /scheduling/auto': to('scheduleDepartment', 'SchedulingTaskDTO', '开始排课', {
    names,
    notice: 'warnings',
    fixed: { reason: '自动排课' },
    required: ['constraints', 'prioritySettings', 'timePreferences', 'scopeSettings'],
  }),
  'GET /scheduling/tasks': to('ownSchedulingTasks', 'value', '获取排课任务列表成功'),
  'GET /scheduling/tasks/:task_id': to('schedulingReport', 'SchedulingTaskStatusDTO', '获取排课任务状态成功'),
  'GET /scheduling/base-data': to('schedulableCourses', '[CourseLibraryDTO]', '基础数据'),
  'GET /scheduling/debug': to('latestSchedulingResult', 'ScheduleResultDTO', 'Debug data'),
};
