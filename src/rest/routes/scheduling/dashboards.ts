import { to, type RouteTable } from '../../route.js';

/** Totals for the first page of each role. */
export const dashboards: RouteTable = {
  'GET /statistics/admin-dashboard': to(
    'administratorDashboard',
    'AdminDashboardDTO',
    '获取管理员仪表盘数据成功',
  ),
  'GET /statistics/academic-dashboard': to(
    'academicDashboard',
    'AcademicDashboardDTO',
    '获取教务仪表盘数据成功',
    { names: { department: 'department_uuid' } },
  ),
  'GET /statistics/teacher-dashboard': to(
    'teacherDashboard',
    'TeacherDashboardDTO',
    '获取教师仪表盘数据成功',
  ),
};
