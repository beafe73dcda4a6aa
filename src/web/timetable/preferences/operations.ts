import { operation } from '../shell/operation.js';

/** How much a teacher likes to teach in a period of the week. */
export interface Preference {
  readonly dayOfWeek: number;
  readonly period: number;
  /** 1 strongly discouraged to 5 strongly preferred. */
  readonly level: number;
  readonly reason: string | null;
}

/** All of a week: it has fewer than 200 periods. */
interface Page {
  readonly preferences: { readonly items: readonly Preference[] };
}

const PREFERENCE_PAGE = /* GraphQL */ `
  fragment Told on TeacherPreferencePage {
    items {
      dayOfWeek
      period
      level
      reason
    }
  }
`;

/** The reader's own preferences of a semester. */
export const ownPreferences = operation<Page, { semester: string }>(/* GraphQL */ `
  query OwnPreferences($semester: ID!) {
    preferences: myTeacherPreferences(semester: $semester, size: 200) {
      ...Told
    }
  }
  ${PREFERENCE_PAGE}
`);

/** The preferences of a teacher, as planners read them. */
export const preferencesOf = operation<Page, { semester: string; teacher: string }>(/* GraphQL */ `
  query PreferencesOf($semester: ID!, $teacher: ID!) {
    preferences: teacherPreferences(semester: $semester, teacher: $teacher, size: 200) {
      ...Told
    }
  }
  ${PREFERENCE_PAGE}
`);

/** Teachers with a part of their names. */
export const teachersCalled = operation<
  { teachers: readonly { readonly id: string; readonly name: string }[] },
  { keyword?: string }
>(/* GraphQL */ `
  query TeachersCalled($keyword: String) {
    teachers: teacherOptions(keyword: $keyword) {
      id
      name
    }
  }
`);

/** Stores a whole week in place of what was there, of the reader or of teachers. */
export const storePreferences = operation<
  { stored: { storedCount: number } },
  {
    input: {
      semester: string;
      teachers?: readonly string[];
      week: readonly (readonly number[])[];
      reason?: string;
    };
  }
>(/* GraphQL */ `
  mutation StorePreferences($input: PreferenceWeekInput!) {
    stored: setTeacherPreferences(input: $input) {
      storedCount
    }
  }
`);

/** Copies what teachers preferred in the semester before, or tells what that would be. */
export const copyPreferences = operation<
  { copied: { teacherCount: number; storedCount: number; leftOutCount: number } },
  { to: string; isDryRun: boolean }
>(/* GraphQL */ `
  mutation CopyPreferences($to: ID!, $isDryRun: Boolean!) {
    copied: copyTeacherPreferences(to: $to, isDryRun: $isDryRun) {
      teacherCount
      storedCount
      leftOutCount
    }
  }
`);
