import { DATED_PLACE } from '../../week/fragments.js';

/** Pieces of operations that several have in common. */

export const FACTS = /* GraphQL */ `
  fragment Facts on Meeting {
    id
    periods
    sequence
    weeks
    teacher {
      id
      name
    }
    teachingClass {
      id
      name
      mayPlan
      course {
        id
        name
      }
    }
  }
`;

export const ON_DATE = /* GraphQL */ `
  fragment OnDate on ChangedDate {
    week
    before
    after
    from {
      ...Place
    }
    to {
      ...Place
    }
  }

  ${DATED_PLACE}
`;

export const MOVES = /* GraphQL */ `
  fragment Moves on ChangedMeeting {
    meeting {
      ...Facts
    }
    from {
      ...Stand
    }
    to {
      ...Stand
    }
    dates {
      ...OnDate
    }
    isHeld
    wasLocked
    isLocked
  }

  fragment Stand on MeetingPlace {
    dayOfWeek
    periodStart
    classroom {
      id
      name
    }
    teacher {
      id
      name
    }
  }

  ${FACTS}
  ${ON_DATE}
`;

const COST = /* GraphQL */ `
  fragment Cost on ChangeCost {
    hardBefore
    hardAfter
    softBefore
    softAfter
  }
`;

export const PROPOSAL = /* GraphQL */ `
  fragment Proposed on ChangeProposal {
    items {
      ...Moves
    }
    cost {
      ...Cost
    }
  }

  ${MOVES}
  ${COST}
`;

export const OUTCOME = /* GraphQL */ `
  fragment Told on TimetableChangeOutcome {
    isApplicable
    problems
    warnings
    clashes {
      message
    }
    items {
      ...Moves
    }
    cost {
      ...Cost
      rules {
        rule
        meaning
        before
        after
      }
    }
    endedDates {
      ...OnDate
      meeting {
        ...Facts
      }
    }
    affected {
      teachers {
        id
        name
      }
      administrativeClasses {
        id
        name
      }
      studentCount
    }
  }

  ${MOVES}
  ${COST}
`;
