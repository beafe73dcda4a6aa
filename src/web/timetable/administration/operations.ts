import { operation } from '../shell/operation.js';

/** For whom initial passwords can be printed. */
export const peopleOptions = operation<{
  departments: readonly { id: string; name: string }[];
  classes: readonly { id: string; name: string }[];
}>(/* GraphQL */ `
  query PeopleOptions {
    departments: departmentOptions {
      id
      name
    }
    classes: administrativeClassOptions {
      id
      name
    }
  }
`);

/** The sheet of initial passwords; each that is made voids the one before. */
export const exportInitialPasswords = operation<
  {
    sheet: {
      message: string;
      personCount: number;
      file: { name: string; dataUri: string } | null;
    };
  },
  { administrativeClass?: string; department?: string; isDryRun: boolean }
>(/* GraphQL */ `
  mutation ExportInitialPasswords($administrativeClass: ID, $department: ID, $isDryRun: Boolean!) {
    sheet: exportInitialPasswords(
      administrativeClass: $administrativeClass
      department: $department
      isDryRun: $isDryRun
    ) {
      message
      personCount
      file {
        name
        dataUri
      }
    }
  }
`);
