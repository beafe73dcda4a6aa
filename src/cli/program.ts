import { addCommands } from '@class-scheduling/solver/commands';
import { Command } from 'commander';
import { release } from '../database/project-root.js';

/** Every command of the product. The code of each is loaded on demand, so that help is fast. */
export function program(): Command {
  const root = new Command('class-scheduling')
    .description(
      'A scheduling server for universities. Settings are environment variables: docs/generated/settings.md',
    )
    .version(release, '--version', 'print the release')
    .showHelpAfterError()
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false });

  root
    .command('serve')
    .description('run the server: GraphQL, REST, sockets, pages and a worker inside')
    .action(async () => (await import('./serve.js')).serve());
  root
    .command('demo')
    .description('run the server with a university, schedule its semester and print the accounts')
    .option('--fresh', 'delete the data of an earlier demo first', false)
    .action(async (options: { fresh: boolean }) => (await import('./demo.js')).demo(options));
  root
    .command('worker')
    .description('run a worker alone, beside a server on the same database')
    .action(async () => (await import('./serve.js')).work());
  root
    .command('migrate')
    .description('bring the database up to date and stop')
    .action(async () => (await import('./serve.js')).migrateOnly());
  root
    .command('backup')
    .description('back up the embedded database to BACKUP_DIR, also while its server runs')
    .option('--keep <number>', 'how many backups stay, with the log of changes since the oldest', '7')
    .action(async (options: { keep: string }) => (await import('./backup.js')).backup(options));
  root
    .command('restore')
    .description('bring the embedded database back from BACKUP_DIR, with its server stopped')
    .option('--until <instant>', 'such as 2026-11-26T08:00:00+08:00; the last change by default')
    .action(async (options: { until?: string }) => (await import('./backup.js')).restore(options));
  root
    .command('change-token-secret')
    .description(
      'sign access tokens with JWT_SECRET, or without it with a new secret of the database; stop every ' +
        'server first',
    )
    .action(async () => (await import('./serve.js')).changeSecret());
  root
    .command('change-time-zone')
    .description('make another time zone that of the institution; stop every server and worker first')
    .argument('<zone>', 'its IANA name, such as Asia/Shanghai')
    .action(async (zone: string) => (await import('./serve.js')).changeZone(zone));
  root
    .command('ask')
    .description('ask the assistant of a running server, as its person; the answer is printed as it comes')
    .argument('[text]', 'what you want, in Chinese or English; without it --apply makes what was shown last')
    .option('--url <url>', 'address of the server', 'http://127.0.0.1:8888')
    .option('--token <token>', 'access token; by default the variable CLASS_SCHEDULING_TOKEN')
    .option('--user <name>', 'account to sign in with instead of a token')
    .option(
      '--password <text>',
      'its password; by default the variable CLASS_SCHEDULING_PASSWORD, else it is asked for',
    )
    .option('--conversation <id>', 'conversation to go on with')
    .option('--apply', 'make the change that is planned, if nothing is in its way', false)
    .action(async (text: string | undefined, options: object) =>
      (await import('./ask.js')).ask(text, options as never),
    );
  root
    .command('import-ctt')
    .description('turn a curriculum-based competition instance (.ctt) into an institution with a semester')
    .argument('<file>', 'the instance')
    .option('--name <name>', 'name of the semester; the name of the instance by default')
    .action(async (file: string, options: { name?: string }) =>
      (await import('./instances.js')).importFile(file, options),
    );
  root
    .command('export-ctt')
    .description('write the timetable of an imported instance in the format of the competition')
    .argument('<semester>', 'name of the semester')
    .option('--out <file>', 'file to write; standard output by default')
    .action(async (semester: string, options: { out?: string }) =>
      (await import('./instances.js')).exportFile(semester, options),
    );
  root
    .command('export-problem')
    .description('write what a scheduling task of a semester would solve, as JSON for the commands below')
    .argument('<semester>', 'name of the semester')
    .option('--out <file>', 'file to write; standard output by default')
    .action(async (semester: string, options: { out?: string }) =>
      (await import('./instances.js')).exportProblem(semester, options),
    );
  addCommands(root);
  root
    .command('schema:emit')
    .description(
      'write the committed contracts: GraphQL schema, database schema, rights matrix, rules of places, ' +
        'REST coverage, settings',
    )
    .action(async () => (await import('./emit.js')).emit());
  root
    .command('bench')
    .description('measure and print a table')
    .argument('<what>', 'which: a wrong name lists all')
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (what: string, rest: string[]) => (await import('./bench.js')).bench(what, rest));
  return root;
}
