import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { committedContracts } from '../app/contracts.js';
import { projectRoot } from '../database/project-root.js';
import { withRuntime } from './serve.js';

/** Regenerates every committed contract. */
export async function emit(): Promise<void> {
  await withRuntime(async ({ app }) => {
    for (const [file, content] of Object.entries(await committedContracts(app.databaseUrl))) {
      writeFileSync(path.join(projectRoot, file), content);
      console.log(`wrote ${file}`);
    }
  });
}
