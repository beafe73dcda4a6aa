import { to, type RouteTable } from '../../route.js';

const names = { semester: 'semester_uuid' };

/** Clients know the published timetable only. */
const fixed = { isPublished: true };

/** What overlaps in the timetable of a semester. */
export const conflicts: RouteTable = {
  'GET /conflict/list/simple': to('conflictOptions', '[SchedulingConflictDTO]', '获取简单冲突列表成功', {
    names,
    fixed,
    required: ['semester'],
  }),
  'GET /conflict/page': to('conflicts', 'Page<SchedulingConflictDTO>', '获取冲突列表成功', { names, fixed }),
  'GET /conflict/:conflict_uuid': to('conflict', 'SchedulingConflictDTO', '获取冲突详情成功', { fixed }),
  'POST /class-assignments/:class_assignment_uuid/resolve-conflicts': to(
    'dismissConflicts',
    'value',
    '成功解决 {n} 个冲突',
    { names: { series: 'class_assignment_uuid' } },
  ),
};
