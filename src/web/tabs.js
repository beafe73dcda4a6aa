import { parse, print } from 'graphql';
import { examples } from './examples.js';
import { language } from './language.js';

/** The tabs for a first visit: the operation of the link, if any, and the examples. */
export function defaultTabs(link) {
  return [...(link.query ? [link] : []), ...examples.map(tabOf)];
}

/**
 * The operation in the address, `/graphiql?query=…&variables=…`. Shown, never run: a link must not act by
 * itself.
 */
export function linkedOperation(search) {
  const parameters = new URLSearchParams(search);
  const query = parameters.get('query') ?? undefined;
  return { query, variables: query && (parameters.get('variables') ?? '') };
}

function tabOf({ title, query, variables }) {
  const comment = title[language].replace(/^/gm, '# ');
  return {
    query: `${comment}\n${print(parse(query))}\n`,
    variables: variables && JSON.stringify(variables, null, 2),
  };
}
