/** One route of /api/v1: its operation in the schema, and its form on the wire. */
interface Route {
  /** Root field of the core schema. */
  readonly operation: string;
  /**
   * Shape of `data`: a fragment of `wire/*.graphql` (`CampusDTO`), a list (`[CampusLiteDTO]`), a page
   * (`Page<CampusDTO>`), `value` for a plain value such as the id of a deleted record, `id` for the id of a
   * record, `true`; absent: null. `download`: the answer is a file, without an envelope.
   */
  readonly returns?: string;
  /** The envelope's `message` on success, with `{n}` for an answer that is a number; a download has none. */
  readonly message?: string;
  /** Key of the answer that is the data, where the operation answers more than clients want. */
  readonly part?: string;
  /** Replaces `message` when the data is a list with entries. */
  readonly ifAny?: string;
  /** Replaces `message` when the key of the answer is false. */
  readonly unless?: { readonly key: string; readonly message: string };
  /** Field of the answer whose text, or texts, where it has any, are added to the message. */
  readonly notice?: string;
  /** Replaces `message` when some rows of an import were skipped. */
  readonly partial?: string;
  /**
   * Wire names of arguments and input fields that neither the fragment nor snake_case gives: field -> wire.
   */
  readonly names?: Readonly<Record<string, string | readonly string[]>>;
  /** Fragment whose aliases name the keys of the body, if not that of `returns`. */
  readonly body?: string;
  /** Defaults of absent arguments. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Values of arguments that the request cannot change. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Arguments, and fields of a new record, that are required here but not by the operation. */
  readonly required?: readonly string[];
  /** Maximum values of arguments, where lower than those of the operation. */
  readonly maximum?: Readonly<Record<string, number>>;
  /** Arguments that must be identifiers here, although the operation also accepts names. */
  readonly identifiers?: readonly string[];
  /** Values that clients send for an empty key, by wire name; treated as left out. */
  readonly blank?: Readonly<Record<string, readonly unknown[]>>;
  /** The route that handles a call with a body and without the parameter. */
  readonly withBody?: { readonly address: string; readonly without: string };
  /** Whether the parameters may also be sent as a form body. */
  readonly form?: boolean;
  /** Whether the body may contain a workbook, and so be large. */
  readonly upload?: boolean;
}

type Rest = Omit<Route, 'operation'>;

/** A row of a route table: operation, shape of the answer, message of a success, further settings. */
export const to = (operation: string, returns: string | null, message: string, rest: Rest = {}): Route => ({
  operation,
  returns: returns ?? undefined,
  message,
  ...rest,
});

/** The row of an import from workbooks; `partial` is its message when some rows were skipped. */
export const importTo = (operation: string, message: string, partial: string, rest: Rest = {}): Route =>
  to(operation, 'BackAddRowsDTO', message, {
    partial,
    names: { isTolerant: 'ignore_error' },
    upload: true,
    ...rest,
  });

/** Routes by method and path: `GET /campus/page`, `PUT /campus/:campus_uuid`. */
export type RouteTable = Readonly<Record<string, Route>>;

/** A route with its parsed address. */
export interface MountedRoute extends Route {
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** Name of the route's root field in the schema for SOFA. */
  readonly field: string;
}

/** Parses the addresses of a table. */
export function mounted(table: RouteTable): MountedRoute[] {
  return Object.entries(table).map(([key, route]) => {
    const [method, path] = key.split(/\s+/);
    const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    return { ...route, method, path, pathParameters, field: fieldOf(key) };
  });
}

/** Name of a route's root field in the schema for SOFA, from its address. */
export function fieldOf(address: string): string {
  const [method, path] = address.split(/\s+/);
  return `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`;
}
