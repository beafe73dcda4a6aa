import type { GraphQLSchema } from 'graphql';
import { declaredRights } from '../../src/data/access.js';
import { RoleKey } from '../../src/schema/enums.js';
import { RandomDocuments } from './documents.js';

/** How a document was answered. */
export type Outcome = 'answered' | 'refused' | 'ended' | 'broken';

/** Random documents of what students may call: what is refused at once shows nothing. */
export const documentsOfStudents = (
  schema: GraphQLSchema,
  seed: number,
  ids: Readonly<Record<string, string>>,
): RandomDocuments =>
  new RandomDocuments(schema, {
    seed,
    ids,
    mayAsk: (operation) => {
      const rule = declaredRights().get(operation)!;
      return typeof rule === 'string' || rule.includes(RoleKey.STUDENT);
    },
  });

/** Sends a document. Its answer is not read into objects, which would cost whoever measures. */
export async function sendDocument(
  { url, token }: { readonly url: string; readonly token: string },
  query: string,
): Promise<Outcome> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const text = Buffer.from(await response.arrayBuffer()).toString();
  if (response.status === 400) return 'refused';
  if (response.status !== 200 || text.includes('"code":"INTERNAL"')) return 'broken';
  return /"limit":"(objects|bytes|seconds)"/.test(text) ? 'ended' : 'answered';
}
