import { CalendarDayKind } from '../schema/timetables.js';
import type { DemoBellSeason, DemoCalendarDay } from './model.js';

const days = (month: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `2026-${month}-${String(from + at).padStart(2, '0')}`);

const { HOLIDAY, MAKE_UP } = CalendarDayKind;

/** The holidays of the autumn of 2026, and the weekends that make up for two of them. */
export const calendarDays: readonly DemoCalendarDay[] = [
  { date: '2026-09-20', kind: MAKE_UP, name: '国庆节', follows: '2026-10-06' },
  ...days('09', 25, 27).map((date) => ({ date, kind: HOLIDAY, name: '中秋节' })),
  ...days('10', 1, 7).map((date) => ({ date, kind: HOLIDAY, name: '国庆节' })),
  { date: '2026-10-10', kind: MAKE_UP, name: '国庆节', follows: '2026-10-07' },
];

const morning = ['08:00-08:45', '08:55-09:40', '10:00-10:45', '10:55-11:40'];
const evening = ['19:00-19:45', '19:55-20:40', '20:50-21:35', '21:45-22:30'];

/** In summer the afternoon begins half an hour later. */
export const bellSeasons: readonly DemoBellSeason[] = [
  {
    startsOn: '05-01',
    times: [...morning, '14:30-15:15', '15:25-16:10', '16:30-17:15', '17:25-18:10', ...evening],
  },
  {
    startsOn: '10-01',
    times: [...morning, '14:00-14:45', '14:55-15:40', '16:00-16:45', '16:55-17:40', ...evening],
  },
];
