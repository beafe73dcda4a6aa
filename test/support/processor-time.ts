/**
 * Processor time of this process and its threads while something runs: other programs do not make it longer.
 */
export async function processorMsOf(act: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await act();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
