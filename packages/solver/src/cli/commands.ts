import { InvalidArgumentError, type Command } from 'commander';

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
const INSTANCE = 'instance: .ctt, .ectt, .xml (ITC-2019) or .json';
const SOLUTION = 'solution in the format of the instance';
const actions = () => import('./actions.js');

/** Adds the commands of the engine to a program. What they do is loaded on demand, so that help is fast. */
export function addCommands(root: Command): void {
  root
    .command('solve')
    .description('solve an instance file without a database and print one line of JSON')
    .argument('<file>', INSTANCE)
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
    .action(async (file, options) => (await actions()).solveCommand(file, options));
  root
    .command('verify')
    .description('check a solution by rules written independently of the search')
    .argument('<problem>', INSTANCE)
    .argument('<solution>', SOLUTION)
    .action(async (problem, solution) => (await actions()).verifyCommand(problem, solution));
  root
    .command('explain')
    .description('explain what rules out each time of a meeting, or why a timetable is or must be incomplete')
    .argument('<problem>', INSTANCE)
    .argument('[solution]', `${SOLUTION}; without it, what counting reveals`)
    .option('--meeting <id>', 'the meeting; without it, what keeps the timetable from being complete')
    .option('--json', 'one line of JSON, with every room of every time', false)
    .action(async (problem, solution, options) =>
      (await actions()).explainCommand(problem, solution, options),
    );
  root
    .command('suggest')
    .description('list other places for a meeting of a timetable, cheapest first, with whom each affects')
    .argument('<problem>', INSTANCE)
    .argument('<solution>', SOLUTION)
    .requiredOption('--meeting <id>', 'the meeting that should move')
    .option('--moves <n>', 'meetings that may move at once, 1 to 3', upTo(3), 3)
    .option('--count <n>', 'suggestions at most', positiveNumber, 10)
    .option('--json', 'one line of JSON', false)
    .action(async (problem, solution, options) =>
      (await actions()).suggestCommand(problem, solution, options),
    );
}
