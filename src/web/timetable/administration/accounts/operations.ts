import { type Operation, operation } from '../../shell/operation.js';
import type { RoleKey } from '../../shell/user.js';

/** What an administrator may do to an account. */
export type Transition = 'ENABLE' | 'DISABLE' | 'BAN' | 'LIFT_BAN';

/** Whose account it is. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

/** An account with what may be done to it. */
export interface Account {
  readonly user: {
    readonly id: string;
    readonly version: number;
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly isEmailConfirmed: boolean;
    readonly isPhoneConfirmed: boolean;
    readonly isEnabled: boolean;
    readonly isBanned: boolean;
    readonly createdAt: string;
    readonly role: { readonly key: RoleKey; readonly name: string };
  };
  readonly student: Person | null;
  readonly teacher: Person | null;
  readonly transitions: readonly Transition[];
  /** Of academic affairs: what the account acts for. */
  readonly departmentGrants: readonly { readonly department: { readonly id: string } }[];
}

const account = `
  user {
    id
    version
    name
    email
    phone
    isEmailConfirmed
    isPhoneConfirmed
    isEnabled
    isBanned
    createdAt
    role {
      key
      name
    }
  }
  student {
    id
    name
    code
  }
  teacher {
    id
    name
    code
  }
  transitions
  departmentGrants {
    department {
      id
    }
  }
`;

/** A page of the accounts, by name. */
export const accounts: Operation<
  { page: { total: number; items: readonly Account[] } },
  { page: number; keyword?: string; filter?: object }
> = `
  query Accounts($page: Int!, $keyword: String, $filter: UserFilter) {
    page: users(page: $page, keyword: $keyword, filter: $filter, orderBy: [{ field: NAME }]) {
      total
      items { ${account} }
    }
  }
`;

/** One account. */
export const oneAccount: Operation<{ account: Account }, { id: string }> = `
  query Account($id: ID!) {
    account: user(id: $id) { ${account} }
  }
`;

/** Lets an account sign in, or no longer. */
export const changeAccount = operation<
  { changed: object },
  { id: string; version: number; transition: Transition }
>(/* GraphQL */ `
  mutation ChangeAccount($id: ID!, $version: Int!, $transition: AccountTransition!) {
    changed: changeAccount(id: $id, expectedVersion: $version, transition: $transition) {
      transitions
    }
  }
`);

/** Changes name, addresses or password of an account of staff. */
export const updateUser = operation<{ changed: object }, { id: string; version: number; input: object }>(
  /* GraphQL */ `
    mutation UpdateUser($id: ID!, $version: Int!, $input: UserPatch!) {
      changed: updateUser(id: $id, expectedVersion: $version, input: $input) {
        transitions
      }
    }
  `,
);

/** Sets what an account of academic affairs acts for. */
export const setGrants = operation<{ changed: object }, { user: string; departments: readonly string[] }>(
  /* GraphQL */ `
    mutation SetDepartmentGrants($user: ID!, $departments: [ID!]!) {
      changed: setDepartmentGrants(user: $user, departments: $departments) {
        transitions
      }
    }
  `,
);

/** Says that a phone is its owner's. */
export const confirmPhone = operation<{ confirmed: object }, { id: string; phone: string }>(/* GraphQL */ `
  mutation ConfirmPhone($id: ID!, $phone: String!) {
    confirmed: confirmPhone(id: $id, phone: $phone) {
      transitions
    }
  }
`);

/** Deletes an account; the person behind it stays. */
export const deleteUser = operation<{ deleted: string }, { id: string; version: number }>(/* GraphQL */ `
  mutation DeleteUser($id: ID!, $version: Int!) {
    deleted: deleteUser(id: $id, expectedVersion: $version)
  }
`);

/** What a new account can be. */
export const accountOptions = operation<{
  roles: readonly { id: string; key: RoleKey; name: string }[];
  departments: readonly { id: string; name: string }[];
}>(/* GraphQL */ `
  query AccountOptions {
    roles: roleOptions {
      id
      key
      name
    }
    departments: departmentOptions {
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
