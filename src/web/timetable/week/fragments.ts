/** Where a meeting is on one date. */
export const DATED_PLACE = /* GraphQL */ `
  fragment Place on DatedPlace {
    date
    periodStart
    periodEnd
    classroom {
      id
      name
    }
    teacher {
      id
      name
    }
  }
`;

/** What is otherwise on one date than the week says. */
export const DATE_CHANGE = /* GraphQL */ `
  fragment Changed on ChangedOccurrence {
    kind
    publicNote
    planned {
      ...Place
    }
    actual {
      ...Place
    }
  }

  ${DATED_PLACE}
`;
