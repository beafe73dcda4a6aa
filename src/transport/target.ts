/** An absolute http URL, without user information. */
const absoluteForm = /^http:\/\/([^/?#@\\]+)((?:[/?].*)?)$/i;

/** Path and query in printable ASCII, except `#` and `\`; a second leading slash would denote a host. */
const pathAndQuery = /^\/(?!\/)[!-"$-[\]-~]*$/;

/**
 * Path and query of a request target: either `/path?query`, or the absolute URL that proxies send. Null if it
 * is neither. Targets are parsed nowhere else.
 */
export function originForm(target: string): string | null {
  const [, host, rest] = absoluteForm.exec(target) ?? [];
  if (host !== undefined && !URL.canParse(`http://${host}`)) return null;
  const path = host === undefined ? target : rest.startsWith('/') ? rest : `/${rest}`;
  return pathAndQuery.test(path) ? path : null;
}
