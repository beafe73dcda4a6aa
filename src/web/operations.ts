/** The operations that the GraphiQL page itself sends. Their names stand here and nowhere else in the page. */
export const operations = {
  signIn: /* GraphQL */ `
    mutation SignIn($user: String!, $password: String!) {
      session: signIn(user: $user, password: $password) {
        token
        refreshToken
        expiresAt
        user {
          name
          role
        }
      }
    }
  `,
  refresh: /* GraphQL */ `
    mutation Refresh($refreshToken: String!) {
      session: refreshToken(refreshToken: $refreshToken) {
        token
        refreshToken
        expiresAt
        user {
          name
          role
        }
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
      viewer {
        name
        role
      }
    }
  `,
};
