import { type Operation, operation } from '../../shell/operation.js';

/** What a form asks for one field of a record. */
export interface RecordField {
  readonly name: string;
  readonly label: string;
  readonly about: string | null;
  readonly kind: 'TEXT' | 'FLAG' | 'INTEGER' | 'DECIMAL' | 'DATE' | 'REFERENCE' | 'LIST';
  readonly isRequired: boolean;
  readonly isClearable: boolean;
  readonly isStored: boolean;
  readonly min: number | null;
  readonly max: number | null;
  readonly initial: string | null;
  readonly leftOut: string | null;
  readonly options: string | null;
  readonly isSearched: boolean;
  readonly order: string | null;
}

/** A kind of records, with the names of its operations: null of what the reader may not do. */
export interface RecordKind {
  readonly name: string;
  readonly noun: string;
  readonly list: string;
  readonly one: string | null;
  readonly create: string | null;
  readonly update: string | null;
  readonly remove: string | null;
  readonly departments: readonly string[] | null;
  readonly fields: readonly RecordField[];
}

/** What a record refers to. */
export interface Named {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the name. */
  readonly aside?: string | { readonly name: string };
}

/** A record, its values by the names of the fields. */
export interface Stored extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly version: number;
  readonly name: string;
}

/** The kinds of records that the reader may list. */
export const recordKinds = operation<{ kinds: readonly RecordKind[] }>(/* GraphQL */ `
  query RecordKinds {
    kinds: recordKinds {
      name
      noun
      list
      one
      create
      update
      remove
      departments
      fields {
        name
        label
        about
        kind
        isRequired
        isClearable
        isStored
        min
        max
        initial
        leftOut
        options
        isSearched
        order
      }
    }
  }
`);

/** By what records of one name are told apart. */
const asides: Readonly<Record<string, string>> = {
  buildingOptions: 'aside: campus { name }',
  studentOptions: 'aside: code',
  teacherOptions: 'aside: code',
};

const named = (options: string): string => `{ id name ${asides[options] ?? ''} }`;

const selectionOf = ({ fields }: RecordKind): string => {
  const stored = fields.filter(({ isStored }) => isStored);
  const selected = stored.map(({ name, options }) => (options ? `${name} ${named(options)}` : name));
  return `{ id version ${selected.join(' ')} }`;
};

/** A page of the list of a kind. */
export const listOf = (
  kind: RecordKind,
): Operation<
  { page: { readonly total: number; readonly items: readonly Stored[] } },
  { page: number; keyword?: string; orderBy?: readonly object[] }
> => `
  query Records($page: Int!, $keyword: String, $orderBy: [${kind.name}Order!]) {
    page: ${kind.list}(page: $page, keyword: $keyword, orderBy: $orderBy) {
      total
      items ${selectionOf(kind)}
    }
  }
`;

/** One record. */
export const oneOf = (kind: RecordKind): Operation<{ record: Stored }, { id: string }> =>
  `query Record($id: ID!) { record: ${kind.one}(id: $id) ${selectionOf(kind)} }`;

/** Makes a record. */
export const creationOf = ({ name, create }: RecordKind): Operation<{ made: object }, { input: object }> =>
  `mutation CreateRecord($input: ${name}Input!) { made: ${create}(input: $input) { id } }`;

/** Changes a record that is as it was read. */
export const updateOf = ({
  name,
  update,
}: RecordKind): Operation<{ changed: object }, { id: string; version: number; input: object }> => `
  mutation UpdateRecord($id: ID!, $version: Int!, $input: ${name}Patch!) {
    changed: ${update}(id: $id, expectedVersion: $version, input: $input) { id }
  }
`;

/** Deletes a record to which nothing refers. */
export const removalOf = ({ remove }: RecordKind): Operation<{ removed: string }, { id: string }> =>
  `mutation DeleteRecord($id: ID!) { removed: ${remove}(id: $id) }`;

/** What a field may refer to, by a part of its name. */
export const choicesOf = ({
  options,
}: RecordField): Operation<{ choices: readonly Named[] }, { keyword?: string }> =>
  `query Choices($keyword: String) { choices: ${options}(keyword: $keyword) ${named(options!)} }`;
