import { consecutivePeriods } from './consecutive-periods.js';
import { coursePartsApart } from './course-parts-apart.js';
import { coursePriority } from './course-priority.js';
import { dailyLoad } from './daily-load.js';
import { dayBalance } from './day-balance.js';
import { distribution, wishedDistribution } from './distribution.js';
import { evening } from './evening.js';
import { fewestChanges } from './fewest-changes.js';
import { groupAvailability } from './group-availability.js';
import { groupCompactness } from './group-compactness.js';
import { groupConflict } from './group-conflict.js';
import { isolatedMeetings } from './isolated-meetings.js';
import { lock } from './lock.js';
import { longBreak } from './long-break.js';
import { minimumWorkingDays } from './minimum-working-days.js';
import { notOffered } from './not-offered.js';
import { roomAvailability } from './room-availability.js';
import { roomCapacity } from './room-capacity.js';
import { roomConflict } from './room-conflict.js';
import { roomFeatures } from './room-features.js';
import { roomFit } from './room-fit.js';
import { roomPreference } from './room-preference.js';
import { roomStability } from './room-stability.js';
import { roomType } from './room-type.js';
import type { Rule } from './rule.js';
import { sameTeacher } from './same-teacher.js';
import { studentConflict } from './student-conflict.js';
import { teacherAvailability } from './teacher-availability.js';
import { teacherCompactness } from './teacher-compactness.js';
import { teacherConflict } from './teacher-conflict.js';
import { teacherLevel } from './teacher-level.js';
import { teacherPreference } from './teacher-preference.js';
import { teacherStability } from './teacher-stability.js';
import { teachingClassConflict } from './teaching-class-conflict.js';
import { timePreference } from './time-preference.js';
import { travelTime } from './travel-time.js';
import { unplaced } from './unplaced.js';
import { weekend } from './weekend.js';
import { weeklyLoad } from './weekly-load.js';

/** Every rule, hard ones of all profiles first: the table of contents of this folder. */
export const RULES: readonly Rule[] = [
  unplaced,
  notOffered,
  lock,
  roomConflict,
  teacherConflict,
  groupConflict,
  teachingClassConflict,
  roomAvailability,
  teacherAvailability,
  groupAvailability,
  roomCapacity,
  roomType,
  roomFeatures,
  travelTime,
  distribution,
  studentConflict,
  longBreak,
  evening,
  weekend,
  wishedDistribution,
  timePreference,
  roomPreference,
  teacherPreference,
  teacherLevel,
  roomFit,
  minimumWorkingDays,
  groupCompactness,
  teacherCompactness,
  isolatedMeetings,
  roomStability,
  teacherStability,
  sameTeacher,
  dayBalance,
  dailyLoad,
  weeklyLoad,
  consecutivePeriods,
  coursePartsApart,
  coursePriority,
  fewestChanges,
];
