import { to, type RouteTable } from '../../route.js';

/** The timetable of the calling teacher or student. */
export const personalTimetables: RouteTable = {
  'GET /course-schedule/teacher': to('teacherTimetable', 'CourseScheduleDTO', '获取教师课程表成功', {
    names: { semester: 'semester_uuid' },
  }),
  'GET /course-schedule/student': to('studentTimetable', 'CourseScheduleDTO', '获取学生课程表成功', {
    names: { semester: 'semester_uuid' },
  }),
};
