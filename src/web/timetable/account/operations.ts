import { operation } from '../shell/operation.js';

/** Changes the reader's own password. */
export const changePassword = operation<
  { changePassword: boolean },
  { currentPassword: string; newPassword: string; confirmation: string }
>(/* GraphQL */ `
  mutation ChangePassword($currentPassword: String!, $newPassword: String!, $confirmation: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword, confirmation: $confirmation)
  }
`);

/** The reader's account. */
export const ownAccount = operation<{ me: { user: { name: string; email: string; phone: string } } }>(
  /* GraphQL */ `
    query OwnAccount {
      me {
        user {
          name
          email
          phone
        }
      }
    }
  `,
);

/** Changes the reader's name or addresses. */
export const updateProfile = operation<
  { updated: { id: string } },
  { name?: string; email?: string; phone?: string; password?: string }
>(/* GraphQL */ `
  mutation UpdateProfile($name: String, $email: String, $phone: String, $password: String) {
    updated: updateProfile(name: $name, email: $email, phone: $phone, password: $password) {
      id
    }
  }
`);
