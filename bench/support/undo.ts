/** Runs work with a stack of what it must undo, and undoes it even when a signal ends the work. */
export async function withUndo(work: (undo: AsyncDisposableStack) => Promise<void>): Promise<void> {
  await using undo = new AsyncDisposableStack();
  const end = (): void => void undo.disposeAsync().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  await work(undo);
}
