import 'reflect-metadata';
import { program } from './program.js';

/** Errors are sentences; stack traces are shown only at log level debug. */
await program()
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error instanceof Error && process.env.LOG_LEVEL !== 'debug' ? `\n${error.message}` : error);
    // All resources are closed by now; exit even if something is left over.
    process.exit(1);
  });
