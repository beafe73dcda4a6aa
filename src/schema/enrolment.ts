import { registerEnumType } from 'type-graphql';

/** How an enrolment round gives seats to students. */
export enum EnrolmentMode {
  FIRST_COME = 'FIRST_COME',
  LOTTERY = 'LOTTERY',
}
registerEnumType(EnrolmentMode, {
  name: 'EnrolmentMode',
  description: 'How an enrolment round gives seats to students.',
  valuesConfig: {
    FIRST_COME: { description: 'Whoever comes first has the seat, while the round is open.' },
    LOTTERY: { description: 'Students rank wishes while it is open; seats are drawn after it has closed.' },
  },
});

/** How far an enrolment round has come, by the clock of the database. */
export enum EnrolmentRoundState {
  UPCOMING = 'UPCOMING',
  OPEN = 'OPEN',
  CLOSED = 'CLOSED',
  DRAWN = 'DRAWN',
}
registerEnumType(EnrolmentRoundState, {
  name: 'EnrolmentRoundState',
  description: 'How far an enrolment round has come.',
  valuesConfig: {
    UPCOMING: { description: 'Opens later.' },
    OPEN: { description: 'Students enrol, or rank their wishes.' },
    CLOSED: { description: 'Closed; a lottery is drawn within seconds.' },
    DRAWN: { description: 'The lottery was drawn, and its seed is public.' },
  },
});

/** What became of a place on a waiting list. */
export enum WaitingState {
  WAITING = 'WAITING',
  MOVED_UP = 'MOVED_UP',
  PASSED_OVER = 'PASSED_OVER',
  LEFT = 'LEFT',
}
registerEnumType(WaitingState, {
  name: 'WaitingState',
  description: 'What became of a place on a waiting list.',
  valuesConfig: {
    WAITING: { description: 'Moves up when a seat becomes free.' },
    MOVED_UP: { description: 'A seat became free, and the student has it.' },
    PASSED_OVER: {
      description: 'A seat became free, but the student could not take it; `message` says why.',
    },
    LEFT: { description: 'Given up by the student or by staff, or enrolled otherwise.' },
  },
});

/** Teaching classes that a student ranks in one lottery at most. */
export const wishesMax = 30;

/** Places on waiting lists of one round that one student has at the same time at most. */
export const waitingPlacesMax = 10;
