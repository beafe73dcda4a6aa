/** A host, and a port where there is one, without the name of a person. */
const authority = /^http:\/\/([^/?#@\\]+)((?:[/?].*)?)$/i;

/** Path and query in printable ASCII: a second slash would name a host, others are no part of an address. */
const pathAndQuery = /^\/(?!\/)[!-"$-[\]-~]*$/;

/**
 * Path and query of a request's target, which is the one place where it is parsed: as `/path?query`, or as
 * the whole address that proxies send. Null when it is neither.
 */
export function originForm(target: string): string | null {
  const [, host, rest] = authority.exec(target) ?? [];
  if (host !== undefined && !URL.canParse(`http://${host}`)) return null;
  const path = host === undefined ? target : rest.startsWith('/') ? rest : `/${rest}`;
  return pathAndQuery.test(path) ? path : null;
}
