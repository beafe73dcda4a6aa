// node scripts/run.mjs <command> [arguments]: builds what is stale, then becomes the command line of the
// server.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildApart } from './build.mjs';
import { requireNode } from './node-version.mjs';
import { endWithNpm } from './npm-signals.mjs';

requireNode();
endWithNpm();
buildApart();

// In this very process, so that a Ctrl-C or a signal reaches the server, and reaches it once.
const cli = join(import.meta.dirname, '../dist/src/cli/main.js');
process.setSourceMapsEnabled(true);
process.argv[1] = cli;
await import(pathToFileURL(cli).href);
