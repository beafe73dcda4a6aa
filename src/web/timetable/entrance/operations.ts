import { operation } from '../shell/operation.js';

/** Whether the first administrator is still missing. */
export const initialisation = operation<{ initialisation: { isAwaited: boolean } }>(/* GraphQL */ `
  query Initialisation {
    initialisation {
      isAwaited
    }
  }
`);

/** Makes the first administrator. */
export const initialise = operation<{ initialise: boolean }, { input: object }>(/* GraphQL */ `
  mutation Initialise($input: InitialisationInput!) {
    initialise(input: $input)
  }
`);

/** Makes the account of a student or a teacher who holds an initial password. */
export const register = operation<{ register: boolean }, { input: object }>(/* GraphQL */ `
  mutation Register($input: RegistrationInput!) {
    register(input: $input)
  }
`);

/** Has a link sent with which a forgotten password is replaced. */
export const requestPasswordReset = operation<{ asked: { expiresAt: string } }, { email: string }>(
  /* GraphQL */ `
    mutation RequestPasswordReset($email: String!) {
      asked: requestPasswordReset(email: $email) {
        expiresAt
      }
    }
  `,
);

/** Replaces a forgotten password by the secret of the link. */
export const resetPassword = operation<
  { resetPassword: boolean },
  { token: string; newPassword: string; confirmation: string }
>(/* GraphQL */ `
  mutation ResetPassword($token: String!, $newPassword: String!, $confirmation: String!) {
    resetPassword(token: $token, newPassword: $newPassword, confirmation: $confirmation)
  }
`);

/** Makes a new e-mail count, by the secret of the link that was sent to it. */
export const confirmEmail = operation<{ confirmEmail: boolean }, { token: string }>(/* GraphQL */ `
  mutation ConfirmEmail($token: String!) {
    confirmEmail(token: $token)
  }
`);
