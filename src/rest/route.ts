/** One route of /api/v1: which operation of the schema does the work, and how it looks on the wire. */
export interface Route {
  /** Root field of the core schema. */
  readonly operation: string;
  /**
   * Shape of `data`: a fragment of `wire/*.graphql` (`CampusDTO`), a list (`[CampusLiteDTO]`), a page
   * (`Page<CampusDTO>`), `value` for a plain value such as the id of a deleted record, `id` for the id of a
   * record, `true`; absent: null. `download`: the answer is a file, without an envelope.
   */
  readonly returns?: string;
  /** Text of the envelope's `message` on success; a download has none. */
  readonly message?: string;
  /** Text instead of `message` when the key of the answer is false. */
  readonly unless?: { readonly key: string; readonly message: string };
  /** Text instead of `message` when some rows of an import were left out. */
  readonly partial?: string;
  /**
   * Names of arguments and input fields on the wire, where neither the fragment nor snake_case tells: field
   * -> wire.
   */
  readonly names?: Readonly<Record<string, string | readonly string[]>>;
  /** Fragment whose aliases name the keys of the body, when `returns` does not tell. */
  readonly body?: string;
  /** Values of arguments that are absent on the wire. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Values of arguments that the wire cannot change. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Arguments and fields of a new record that must be given although the operation does without. */
  readonly required?: readonly string[];
  /** Greatest values of arguments, where they are smaller than those of the operation. */
  readonly greatest?: Readonly<Record<string, number>>;
  /** Arguments that are identifiers here although the operation takes names too. */
  readonly identifiers?: readonly string[];
  /** Values that the wire sends for an empty key, by wire name, as clients do: treated as left out. */
  readonly blank?: Readonly<Record<string, readonly unknown[]>>;
  /** Address of the route that a call means which has a body and is without the parameter. */
  readonly withBody?: { readonly address: string; readonly without: string };
  /** Whether the parameters may also come as a form body. */
  readonly form?: boolean;
  /** Whether the body may hold a workbook, and so be large. */
  readonly upload?: boolean;
}

type Rest = Omit<Route, 'operation'>;

/** A row of a table of routes: operation, shape of the answer, message of a success, what else differs. */
export const to = (operation: string, returns: string | null, message: string, rest: Rest = {}): Route => ({
  operation,
  returns: returns ?? undefined,
  message,
  ...rest,
});

/** The row of an import from workbooks; `partial` is its message when some rows were left out. */
export const importTo = (operation: string, message: string, partial: string, rest: Rest = {}): Route =>
  to(operation, 'BackAddRowsDTO', message, {
    partial,
    names: { isTolerant: 'ignore_error' },
    upload: true,
    ...rest,
  });

/** Routes by method and path: `GET /campus/page`, `PUT /campus/:campus_uuid`. */
export type RouteTable = Readonly<Record<string, Route>>;

/** A route with its address taken apart. */
export interface MountedRoute extends Route {
  readonly method: string;
  readonly path: string;
  readonly pathParameters: readonly string[];
  /** Name of the route's root field in the schema that SOFA serves. */
  readonly field: string;
}

/** Takes the addresses of a table apart. */
export function mounted(table: RouteTable): MountedRoute[] {
  return Object.entries(table).map(([key, route]) => {
    const [method, path] = key.split(/\s+/);
    const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    return { ...route, method, path, pathParameters, field: fieldOf(key) };
  });
}

/** Name of the root field of a route in the schema that SOFA serves, by its address. */
export function fieldOf(address: string): string {
  const [method, path] = address.split(/\s+/);
  return `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`;
}
