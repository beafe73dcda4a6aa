// A minimal program around the embedded database, for tests that need it in processes of its own. It starts
// PostgreSQL on the given data folder, stops it at SIGTERM and forgets to at SIGUSR2; it tells every step as
// one line of JSON.
import { startEmbeddedPostgres } from '../../src/database/embedded.js';

const tell = (step: Record<string, unknown>) => void process.stdout.write(`${JSON.stringify(step)}\n`);
const ignore = () => undefined;
const note = (message: string) => tell({ note: message });

try {
  const dataDir = String(process.argv[2]);
  const database = await startEmbeddedPostgres({
    dataDir,
    log: { debug: ignore, info: note, warn: note, error: note },
  });
  process.once('SIGTERM', () => void database.stop().then(() => process.exit(0)));
  process.once('SIGUSR2', () => process.exit(0));
  tell({ url: database.url });
  setInterval(ignore, 60_000);
} catch (error) {
  tell({ failure: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
}
