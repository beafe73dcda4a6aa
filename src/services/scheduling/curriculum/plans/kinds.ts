import { CreditHourKind } from '../../../../schema/enums.js';
import type { Text } from '../../../../schema/texts.js';

/** A kind of hours that the catalogue counts by itself. */
export type PartKind = Exclude<CreditHourKind, CreditHourKind.MIXED>;

/** What people call a kind, and the letter that it has in codes. */
interface KindNames {
  /** Found in the name of its credit-hour type. */
  readonly name: Text;
  readonly letter: string;
}

/** The kinds in the order in which a course is taught. */
export const kindNames: Readonly<Record<PartKind, KindNames>> = {
  THEORY: { name: { zh: '理论', en: 'theory' }, letter: 'T' },
  EXPERIMENT: { name: { zh: '实验', en: 'laboratory' }, letter: 'E' },
  PRACTICE: { name: { zh: '实践', en: 'practice' }, letter: 'P' },
  COMPUTER: { name: { zh: '上机', en: 'computer' }, letter: 'C' },
  OTHER: { name: { zh: '其他', en: 'other' }, letter: 'O' },
};

export const partKinds = Object.keys(kindNames) as readonly PartKind[];

/** The kinds that a row of a plan is about. */
export const kindsOf = (kind: CreditHourKind): readonly PartKind[] =>
  kind === CreditHourKind.MIXED ? partKinds : [kind];
