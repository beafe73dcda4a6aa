/** Runs work with a stack of what it must undo, and undoes it even when a signal ends the work. */
export async function withUndo(work: (undo: AsyncDisposableStack) => Promise<void>): Promise<void> {
  await using undo = new AsyncDisposableStack();
  // One wish to end may arrive as several signals, from the terminal and from npm: the later ones change
  // nothing.
  let isEnding = false;
  const end = (): void => {
    if (isEnding) return;
    isEnding = true;
    void undo.disposeAsync().finally(() => process.exit(130));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  await work(undo);
}
