import { type ComponentType, lazy } from 'react';
import { PendingCount } from './dates/requests/pending/pending-count.js';
import { UnreadCount } from './notices/unread-count.js';
import { shellTexts } from './shell/texts.js';
import type { RoleKey } from './shell/user.js';
import { WeekPage } from './week/week-page.js';

/** A part of the application with an address and a place in the navigation. */
export interface Area {
  /** The first part of the address below /timetable. */
  name: string;
  title: string;
  /** Who finds it. What they may do there is decided by the server alone. */
  roles: readonly RoleKey[];
  /** Whether it is reached from elsewhere than the navigation. */
  isAside?: boolean;
  /** What stands beside its title. */
  Mark?: ComponentType;
  Page: ComponentType;
}

const everybody: readonly RoleKey[] = ['STUDENT', 'TEACHER', 'LEADER', 'ACADEMIC_AFFAIRS', 'ADMINISTRATOR'];
const planners: readonly RoleKey[] = ['ACADEMIC_AFFAIRS', 'ADMINISTRATOR'];

/** In the order of the navigation; the first that a role finds is what it sees at /timetable. */
export const areas: readonly Area[] = [
  {
    name: 'start',
    title: shellTexts.start,
    roles: planners,
    Page: lazy(() => import('./start/start-page.js')),
  },
  { name: 'week', title: shellTexts.week, roles: everybody, Page: WeekPage },
  {
    name: 'board',
    title: shellTexts.board,
    roles: planners,
    Page: lazy(() => import('./board/board-page.js')),
  },
  {
    name: 'dates',
    title: shellTexts.dates,
    roles: ['TEACHER', ...planners],
    Mark: PendingCount,
    Page: lazy(() => import('./dates/dates-page.js')),
  },
  {
    name: 'preferences',
    title: shellTexts.preferences,
    roles: ['TEACHER'],
    Page: lazy(() => import('./preferences/preferences-page.js')),
  },
  { name: 'runs', title: shellTexts.runs, roles: planners, Page: lazy(() => import('./runs/runs-page.js')) },
  {
    name: 'administration',
    title: shellTexts.administration,
    roles: planners,
    Page: lazy(() => import('./administration/administration-page.js')),
  },
  {
    name: 'enrolment',
    title: shellTexts.enrolment,
    roles: ['STUDENT'],
    Page: lazy(() => import('./enrolment/enrolment-page.js')),
  },
  {
    name: 'assistant',
    title: shellTexts.assistant,
    roles: everybody,
    Page: lazy(() => import('./assistant/assistant-page.js')),
  },
  {
    name: 'notices',
    title: shellTexts.notices,
    roles: everybody,
    Mark: UnreadCount,
    Page: lazy(() => import('./notices/notices-page.js')),
  },
  {
    name: 'account',
    title: shellTexts.account,
    isAside: true,
    roles: everybody,
    Page: lazy(() => import('./account/account-page.js')),
  },
];
