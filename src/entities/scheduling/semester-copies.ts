import { Field, Int, ObjectType } from 'type-graphql';
import { given, inputType } from '../../data/inputs.js';
import { Timetable } from './timetables.js';
import { shown } from '../../schema/shown.js';

@inputType('What of which semester is taken over into another one.')
export class SemesterCopyInput {
  @given('reference', '来源学期', 'Source', { about: 'Identifier of the semester that is copied.' })
  source: string;

  @given('reference', '目标学期', 'Target', {
    about: 'Identifier of the semester that it is copied into; it must be enabled.',
  })
  target: string;

  @given('reference', '课表', 'Timetable', {
    optional: true,
    about: 'The revision of the source whose places are taken over; the published one by default.',
  })
  timetable?: string | null;

  @given('reference', '部门', 'Department', {
    optional: true,
    about:
      'Only teaching classes that this department or one below it offers; by default those of all ' +
      'departments that you act for.',
  })
  department?: string | null;
}

@ObjectType({ description: 'What copying a semester made, or would make.' })
export class SemesterCopy {
  @Field(() => Timetable, {
    nullable: true,
    description: 'The draft with the places; none of a dry run, and where nothing was to be copied.',
  })
  draft: object | null;

  @shown(() => Int, 'Teaching classes that are made.')
  newCount: number;

  @shown(() => Int, 'Teaching classes that an earlier copy had made; they stay as they are.')
  knownCount: number;

  @shown(() => Int, 'Meetings of both that the draft takes over.')
  meetingCount: number;

  @shown(() => Int, 'How many of these meetings keep their place.')
  placedCount: number;

  @shown(() => Int, 'Conflicts of the draft that somebody has to deal with before it is published.')
  openConflictCount: number;

  @shown(() => Int, 'How many warnings there are.')
  warningCount: number;

  @shown(
    () => [String],
    'What could not be taken over as it was, and why, in the language of the caller; the first 500.',
  )
  warnings: string[];
}
