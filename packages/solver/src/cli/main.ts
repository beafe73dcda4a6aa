#!/usr/bin/env node
import { Command } from 'commander';
import { addCommands } from './commands.js';

const program = new Command('class-scheduling-solver')
  .description('Works out timetables of universities, judges and explains them, and suggests other places.')
  .showHelpAfterError()
  .configureHelp({ sortSubcommands: false });
addCommands(program);
await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? `\n${error.message}` : error);
  process.exit(1);
});
