const LOOK_EVERY_MS = 500;

/**
 * Ends this program when the npm that runs it is told to. npm passes a SIGTERM to its shell, and the shell
 * dies without passing it on; what this program sees of it is only that it has lost its parent.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS).unref();
}
