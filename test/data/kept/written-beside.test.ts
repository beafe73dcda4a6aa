import { readAgain } from './suites.js';

await readAgain({ env: {}, isWrittenBeside: true }, new URL(import.meta.url).search);
