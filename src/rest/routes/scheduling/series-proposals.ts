import { to, type RouteTable } from '../../route.js';

/** What is proposed to whoever makes or changes an assignment by hand. */
export const seriesProposals: RouteTable = {
  'POST /ai/manual-scheduling': to('seriesProposal', 'AiSchedulingAnswer', '手动排课结果获取成功', {
    names: {
      semester: 'current_semester_uuid',
      text: 'ask',
      form: 'structured_data',
      isAdjustment: 'edit',
      series: 'schedule_uuid',
      course: 'course_uuid',
      teacher: 'teacher_uuid',
      classroom: 'classroom_uuid',
      administrativeClasses: 'administrative_class_uuids',
      priority: 'scheduling_priority',
      times: 'class_time',
      weeks: 'week_numbers',
      consecutivePeriods: 'consecutive_sessions',
    },
  }),
};
