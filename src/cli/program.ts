import { Command, InvalidArgumentError } from 'commander';
import { ConfigError } from '../app/config.js';
import { EmbeddedPostgresError } from '../database/embedded/error.js';

const wholeNumber = (text: string): number => {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  if (Number(text) > Number.MAX_SAFE_INTEGER)
    throw new InvalidArgumentError(`It must be ${Number.MAX_SAFE_INTEGER} at most.`);
  return Number(text);
};

const positiveNumber = (text: string): number => {
  if (wholeNumber(text) === 0) throw new InvalidArgumentError('It must be at least 1.');
  return Number(text);
};

const upTo =
  (most: number) =>
  (text: string): number => {
    if (positiveNumber(text) > most) throw new InvalidArgumentError(`It must be ${most} at most.`);
    return Number(text);
  };

/** Threads and walks of a run: each has a timetable and tables of its own. */
const WALKS_MAX = 64;

/** Prints errors as sentences; stack traces are shown only at log level debug. */
function guarded<A extends unknown[]>(action: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await action(...args);
    } catch (error) {
      const isExpected =
        error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof Error;
      console.error(isExpected && process.env.LOG_LEVEL !== 'debug' ? `\n${error.message}` : error);
      // All resources are closed by now; exit even if something is left over.
      process.exit(1);
    }
  };
}

/** Every command of the product. The code of each is loaded on demand, so that help is fast. */
export function program(): Command {
  const root = new Command('class-scheduling')
    .description('A scheduling server for universities. Settings are environment variables; see the README.')
    .showHelpAfterError()
    .enablePositionalOptions()
    .configureHelp({ sortSubcommands: false });

  root
    .command('serve')
    .description('run the server: GraphQL, REST, sockets, pages and a worker inside')
    .action(guarded(async () => (await import('./serve.js')).serve()));
  root
    .command('demo')
    .description('run the server with a university, schedule its semester and print the accounts')
    .option('--fresh', 'delete the data of an earlier demo first', false)
    .action(guarded(async (options: { fresh: boolean }) => (await import('./demo.js')).demo(options)));
  root
    .command('worker')
    .description('run a worker alone, beside a server on the same database')
    .action(guarded(async () => (await import('./serve.js')).work()));
  root
    .command('migrate')
    .description('bring the database up to date and stop')
    .action(guarded(async () => (await import('./serve.js')).migrateOnly()));
  root
    .command('change-token-secret')
    .description(
      'sign access tokens with JWT_SECRET, or without it with a new secret of the database; stop every ' +
        'server first',
    )
    .action(guarded(async () => (await import('./serve.js')).changeSecret()));
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
    .action(
      guarded(async (text: string | undefined, options: object) =>
        (await import('./ask.js')).ask(text, options as never),
      ),
    );
  root
    .command('import-ctt')
    .description('turn a curriculum-based competition instance (.ctt) into an institution with a semester')
    .argument('<file>', 'the instance')
    .option('--name <name>', 'name of the semester; the name of the instance by default')
    .action(
      guarded(async (file: string, options: { name?: string }) =>
        (await import('./instances.js')).importFile(file, options),
      ),
    );
  root
    .command('export-ctt')
    .description('write the timetable of an imported instance in the format of the competition')
    .argument('<semester>', 'name of the semester')
    .option('--out <file>', 'file to write; standard output by default')
    .action(
      guarded(async (semester: string, options: { out?: string }) =>
        (await import('./instances.js')).exportFile(semester, options),
      ),
    );
  root
    .command('export-problem')
    .description('write what a scheduling task of a semester would solve, as JSON for the commands below')
    .argument('<semester>', 'name of the semester')
    .option('--out <file>', 'file to write; standard output by default')
    .action(
      guarded(async (semester: string, options: { out?: string }) =>
        (await import('./instances.js')).exportProblem(semester, options),
      ),
    );
  root
    .command('solve')
    .description('solve an instance file without a database and print one line of JSON')
    .argument('<file>', 'instance: .ctt, .ectt, .xml (ITC-2019) or .json')
    .option('--seconds <n>', 'time until the result by the clock, reading included', wholeNumber)
    .option('--cpu-seconds <n>', 'the same in processor time of all threads, to compare runs', wholeNumber)
    .option('--moves <n>', 'moves to search, repeatable on any machine', wholeNumber)
    .option('--threads <n>', 'threads', upTo(WALKS_MAX), 1)
    .option('--walks <n>', 'logical walks, part of what determines the result of --moves', upTo(WALKS_MAX))
    .option('--seed <n>', 'seed of the search', wholeNumber, 1)
    .option('--out <file>', 'file for the solution')
    .option(
      '--keep <solution>',
      'change this solution as little as possible and list the meetings that moved',
    )
    .option('--json', 'no progress bar', false)
    .action(
      guarded(async (file: string, options: object) =>
        (await import('./solver.js')).solveCommand(file, options as never),
      ),
    );
  root
    .command('verify')
    .description('check a solution by rules written independently of the search')
    .argument('<problem>', 'instance: .ctt, .ectt, .xml (ITC-2019) or .json')
    .argument('<solution>', 'solution in the format of the instance')
    .action(
      guarded(async (problem: string, solution: string) =>
        (await import('./solver.js')).verifyCommand(problem, solution),
      ),
    );
  root
    .command('explain')
    .description('explain what rules out each time of a meeting, or why a timetable is or must be incomplete')
    .argument('<problem>', 'instance: .ctt, .ectt, .xml (ITC-2019) or .json')
    .argument('[solution]', 'solution in the format of the instance; without it, what counting reveals')
    .option('--meeting <id>', 'the meeting; without it, what keeps the timetable from being complete')
    .option('--json', 'one line of JSON, with every room of every time', false)
    .action(
      guarded(async (problem: string, solution: string | undefined, options: object) =>
        (await import('./solver.js')).explainCommand(problem, solution, options),
      ),
    );
  root
    .command('suggest')
    .description('list other places for a meeting of a timetable, cheapest first, with whom each affects')
    .argument('<problem>', 'instance: .ctt, .ectt, .xml (ITC-2019) or .json')
    .argument('<solution>', 'solution in the format of the instance')
    .requiredOption('--meeting <id>', 'the meeting that should move')
    .option('--moves <n>', 'meetings that may move at once, 1 to 3', upTo(3), 3)
    .option('--count <n>', 'suggestions at most', positiveNumber, 10)
    .option('--json', 'one line of JSON', false)
    .action(
      guarded(async (problem: string, solution: string, options: object) =>
        (await import('./solver.js')).suggestCommand(problem, solution, options as never),
      ),
    );
  root
    .command('schema:emit')
    .description(
      'write the committed contracts: GraphQL schema, database schema, rights matrix, REST coverage, ' +
        'settings table of the README',
    )
    .action(guarded(async () => (await import('./emit.js')).emit()));
  root
    .command('bench')
    .description('measure and print a table')
    .argument('<what>', 'startup, timetable, lists, import, rest, assistant, solver or fuzz')
    .argument('[arguments...]')
    .allowUnknownOption()
    .passThroughOptions()
    .action(guarded(async (what: string, rest: string[]) => (await import('./bench.js')).bench(what, rest)));
  return root;
}
