/** The header with which a person calls the product. */
export async function signedIn(
  url: string,
  variables: { user: string; password: string },
): Promise<{ authorization: string }> {
  const query =
    'mutation ($user: String!, $password: String!) { signIn(user: $user, password: $password) { token { ' +
    'token } } }';
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as {
    data?: { signIn: { token: { token: string } } };
    errors?: unknown;
  };
  if (!data) throw new Error(`Signing in failed: ${JSON.stringify(errors)}`);
  return { authorization: `Bearer ${data.signIn.token.token}` };
}
