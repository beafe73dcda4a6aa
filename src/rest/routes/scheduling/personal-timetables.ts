import type { RouteTable } from '../../route.js';

/** What the teacher or student who calls has to attend. */
export const personalTimetables: RouteTable = {
  'GET /course-schedule/teacher': {
    operation: 'teacherTimetable',
    returns: 'CourseScheduleDTO',
    names: { semester: 'semester_uuid' },
    message: '获取教师课程表成功',
  },
  'GET /course-schedule/student': {
    operation: 'studentTimetable',
    returns: 'CourseScheduleDTO',
    names: { semester: 'semester_uuid' },
    message: '获取学生课程表成功',
  },
};
