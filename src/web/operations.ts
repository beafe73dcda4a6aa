/** The operations of a session, which every page sends. */
export const operations = {
  signIn: /* GraphQL */ `
    mutation SignIn($user: String!, $password: String!) {
      session: signIn(user: $user, password: $password) {
        needsRegistration
        user {
          name
          role {
            key
            name
          }
        }
        token {
          token
          refreshToken
          expiresAt
        }
      }
    }
  `,
  refresh: /* GraphQL */ `
    mutation Refresh($refreshToken: String!) {
      token: refreshTokens(refreshToken: $refreshToken) {
        token
        refreshToken
        expiresAt
      }
    }
  `,
  signOut: /* GraphQL */ `
    mutation SignOut {
      signOut
    }
  `,
  viewer: /* GraphQL */ `
    query Viewer {
      viewer: me {
        user {
          name
          role {
            key
            name
          }
        }
      }
    }
  `,
};
