import type { GraphqlAnswer, TestServer } from '../../support/server.js';

/** Sends an operation whose variable `file` is a part of a multipart request. */
export async function uploaded<D = Record<string, any>>(
  server: Pick<TestServer, 'url'>,
  query: string,
  file: Uint8Array,
  { variables = {}, token }: { variables?: object; token: string },
): Promise<GraphqlAnswer<D>> {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.set('map', JSON.stringify({ 0: ['variables.file'] }));
  form.set('0', new Blob([file as BlobPart]), 'upload.xlsx');
  const response = await fetch(`${server.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'accept-language': 'en',
      'apollo-require-preflight': 'true',
    },
    body: form,
  });
  return { status: response.status, ...((await response.json()) as object) } as never;
}
