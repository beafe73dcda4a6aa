import type { Reading } from './interpreter.js';
import type { Text } from './texts.js';

/** Says that nothing was understood, or that it is not done here; what is done is told when asked for. */
export const unsupported = (hint: Text = notUnderstood): Reading => ({ kind: 'unsupported', hint });

const notUnderstood: Text = {
  zh: '没有听懂，或者这不归我管：我只回答课表的事，也只调整课表。说“帮助”看我能做什么。',
  en: 'I did not understand that, or it is not about the timetable. Say "help" to see what I can do.',
};

/** What is surely of another matter. */
export const elsewhere: Text = {
  zh: '这件事不归我管：我只查课表、教室和空闲时间，也只调整课表。成绩、考勤、订教室等请找教务或学院。说“帮助”看我能做什么。',
  en:
    'That is not mine to do: I tell about timetables, rooms and free times, and change timetables. For ' +
    'marks, attendance or bookings please ask academic affairs. Say "help" to see what I can do.',
};
