import type { Severity } from './acts.js';
import type { Door } from './faults.js';

/** Doors that answer otherwise than their act, of the faults by what they are about, and why that is so. */
export interface Difference {
  readonly doors: readonly Door[];
  readonly faults: readonly string[];
  readonly says: Severity;
  readonly because: string;
}

const edits: readonly Door[] = [
  ...['check draft', 'apply draft', 'check published', 'apply published', 'PUT', 'POST'],
] as Door[];

const twice = ['a room twice', 'a teacher twice', 'an administrative class twice'];
const student = ['an enrolled student twice'];
const closedUnder = ['a room that was closed under its meeting, at another time'];
const offered = ['a room on a campus that serves another semester'];
const roomAway = ['a room that is not available then'];
const teacherAway = [
  'a forbidden time of the teacher',
  'a teacher who is away in this semester then',
  'more periods of the teacher on one day than allowed',
];
const week = ['more periods of the teacher in a week than allowed'];
const course = ['a time at which the course is not held'];
const lunch = ['across the lunch break'];
const campus = ['no time to change campus'];
const wish = ['a time that the teacher does not wish for'];
const qualification = ['a teacher without qualification for the course'];

export const differences: readonly Difference[] = [
  {
    doors: ['assistant'],
    faults: [...twice, ...qualification, ...closedUnder, ...roomAway, ...teacherAway, ...lunch],
    says: 'refuse',
    because: 'the assistant offers other places: it gives no reason in the name of somebody',
  },
  {
    doors: ['suggestions', 'run'],
    faults: student,
    says: 'silent',
    because: 'advice leaves single students out, because they would make every answer slower',
  },
  {
    doors: ['run'],
    faults: closedUnder,
    says: 'silent',
    because: 'what a meeting was given by hand is among what it is offered',
  },
  {
    doors: edits,
    faults: [...[closedUnder, offered, roomAway, teacherAway, week, course, lunch, campus, wish].flat()],
    says: 'silent',
    because: 'a move by hand is told of seats, type of room and days alone',
  },
  {
    doors: ['whyNot'],
    faults: [...closedUnder, ...offered],
    says: 'silent',
    because: 'rooms that the problem of the semester does not know are judged by nobody',
  },
  {
    doors: ['whyNot'],
    faults: qualification,
    says: 'refuse',
    because: 'it does not tell that a reason helps',
  },
  {
    doors: ['assistant'],
    faults: [...offered, ...course, ...wish],
    says: 'silent',
    because: 'the words of a plan tell hard rules alone',
  },
  {
    doors: [...edits, 'whyNot', 'assistant'],
    faults: student,
    says: 'silent',
    because: 'who chose what is asked once a change is stored, and becomes an open conflict then',
  },
  {
    doors: ['freeRooms'],
    faults: campus,
    says: 'silent',
    because: 'rooms are judged without those of the teacher before and after',
  },
];
