import { statement } from '../../../data/statements.js';

export const semestersExist = statement<{ exists: boolean }>(
  'select exists (select from semester) as exists',
);
