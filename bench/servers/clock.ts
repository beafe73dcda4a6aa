// Loaded before a server starts: lets the parent shift the clock of the process, as an administrator or a
// time server may, while that of the database goes on.
const trueNow = Date.now.bind(Date);

process.on('message', (wish: { milliseconds?: number }) => {
  const { milliseconds } = wish;
  if (milliseconds === undefined) return;
  const now = (): number => trueNow() + milliseconds;
  globalThis.Date = new Proxy(Date, {
    construct: (target, args: [], newTarget) =>
      Reflect.construct(target, args.length ? args : [now()], newTarget) as Date,
    get: (target, name, receiver) =>
      name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown),
  });
});
