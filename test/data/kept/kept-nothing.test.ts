import { readAgain } from './suites.js';

await readAgain(
  { env: { KEPT_ROWS_MEGABYTES: '0' }, isWrittenBeside: false },
  new URL(import.meta.url).search,
);
