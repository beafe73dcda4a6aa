import type { Sentence } from '@class-scheduling/solver';
import type { SchedulingOptions } from './options.js';
import type { Snapshot, SnapshotMeeting } from './snapshot.js';

/** A meeting that is left out of a problem because nothing can serve it, and why. */
export interface ImpossibleMeeting {
  readonly meeting: string;
  readonly reason: Sentence;
}

export const outOfScope: Sentence = {
  zh: '不在本次排课范围内，现有课表中也没有它的位置。',
  en: 'It is outside the scope of the task, and the present timetable has no place for it.',
};

export const noTeacher: Sentence = {
  zh: '没有指定教师，也没有已获批准的授课教师。',
  en: 'It names no teacher, and no teacher has an approved qualification for its course.',
};

export const noTime = ({ weeks, periods }: SnapshotMeeting, snapshot: Snapshot): Sentence =>
  weeks.some((week) => week >= 1 && week <= snapshot.weeks)
    ? {
        zh: `没有可用的 ${periods} 节连堂时间。`,
        en: `No time of ${periods} consecutive periods is open to it.`,
      }
    : {
        zh: `周次不在学期的 1 至 ${snapshot.weeks} 周内。`,
        en: `Its weeks lie outside the ${snapshot.weeks} weeks of the semester.`,
      };

export const noRoom = (
  { roomType }: SnapshotMeeting,
  size: number,
  { allowedBuildings = [] }: SchedulingOptions,
): Sentence => {
  const where =
    allowedBuildings.length > 0
      ? { zh: '所选教学楼中', en: ' of the allowed buildings' }
      : { zh: '', en: '' };
  return roomType === null
    ? {
        zh: `${where.zh}没有能容纳 ${size} 人的教室。`,
        en: `No classroom${where.en} seats ${size} students.`,
      }
    : {
        zh: `${where.zh}所需类型的教室都容纳不下 ${size} 人。`,
        en: `No classroom${where.en} of the type it needs seats ${size} students.`,
      };
};
