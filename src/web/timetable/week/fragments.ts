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
