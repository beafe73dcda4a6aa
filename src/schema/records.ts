import { registerEnumType } from 'type-graphql';

/** How the value of a field of a record is written. */
export enum RecordFieldKind {
  TEXT = 'TEXT',
  FLAG = 'FLAG',
  INTEGER = 'INTEGER',
  DECIMAL = 'DECIMAL',
  DATE = 'DATE',
  REFERENCE = 'REFERENCE',
  LIST = 'LIST',
}
registerEnumType(RecordFieldKind, {
  name: 'RecordFieldKind',
  description: 'How the value of a field of a record is written.',
  valuesConfig: {
    TEXT: { description: 'A text.' },
    FLAG: { description: 'Yes or no.' },
    INTEGER: { description: 'A whole number.' },
    DECIMAL: { description: 'A number with decimals.' },
    DATE: { description: 'A day.' },
    REFERENCE: { description: 'The identifier of another record, one of its `options`.' },
    LIST: { description: 'Identifiers of other records, some of its `options`.' },
  },
});
