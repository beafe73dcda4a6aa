import { operation } from '../shell/operation.js';

/** What a new account can be, and for whom initial passwords can be printed. */
export const peopleOptions = operation<{
  roles: readonly { id: string; key: string; name: string }[];
  departments: readonly { id: string; name: string }[];
  classes: readonly { id: string; name: string }[];
}>(/* GraphQL */ `
  query PeopleOptions {
    roles: roleOptions {
      id
      key
      name
    }
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

/** Makes an account of academic affairs or of an administrator. */
export const createUser = operation<
  { created: { newPassword: string | null; user: { name: string } } },
  { input: object }
>(/* GraphQL */ `
  mutation CreateUser($input: UserInput!) {
    created: createUser(input: $input) {
      newPassword
      user {
        name
      }
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
