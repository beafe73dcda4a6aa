import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  connect as connectTcp,
  createServer as createTcpServer,
  type AddressInfo,
  type Server,
} from 'node:net';
import { join } from 'node:path';
import { pino } from 'pino';
import { parser } from '@prometheus-io/lezer-promql';
import { documentedSettings } from '../../src/app/config.js';
import { startMonitoring } from '../../src/app/monitoring.js';
import { openRuntime } from '../../src/app/runtime.js';
import { program } from '../../src/cli/program.js';
import { projectRoot } from '../../src/database/project-root.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { faultOf, manifests, readYaml, unknownFields, type Manifest } from './manifests.js';

const read = (file: string): string => readFileSync(join(projectRoot, file), 'utf8');
const dockerfile = read('Dockerfile');
const { name, version } = JSON.parse(read('package.json')) as { name: string; version: string };
const ofKind = (kind: string): Manifest[] => manifests.filter((each) => each.kind === kind);
const deployments = ofKind('Deployment');
const containers = deployments.flatMap(({ spec }) => spec.template.spec.containers as any[]);
const services = ['compose.yaml', 'deploy/compose.yaml'].flatMap((file) =>
  Object.entries<any>(readYaml(file)[0].services).map(([service, each]) => ({ service, ...each })),
);
/** The port on which a container answers, by its settings or those of its image. */
const portOf = ({ env }: any): number =>
  Number(env.find((each: any) => each.name === 'WORKER_PORT')?.value ?? /\bPORT=(\d+)/.exec(dockerfile)?.[1]);

let server: TestServer;
beforeAll(async () => {
  // The compiler that judges the manifests holds this process up.
  server = await startTestServer({ env: { EVENT_LOOP_DELAY_MS_MAX: '600000' } });
});
afterAll(() => server.stop());

test('every object for Kubernetes, KEDA and CloudNativePG is one by the definition of its kind', () => {
  const faults = manifests.map(faultOf);
  // The plugin for backups to a bucket publishes its definition with no package.
  expect(manifests.filter((_, at) => faults[at] === null).map(({ kind }) => kind)).toEqual(['ObjectStore']);
  expect(faults.filter(Boolean)).toEqual([]);
  expect(unknownFields()).toEqual([]);
});

test('every file of manifests is applied, but that of backups, which wants a bucket', () => {
  const listed = readYaml('deploy/kubernetes/kustomization.yaml')[0].resources as string[];
  const others = readdirSync(join(projectRoot, 'deploy/kubernetes')).filter((each) => !listed.includes(each));
  expect(others.sort()).toEqual(['backup.yaml', 'kustomization.yaml']);
  expect(listed.filter((each) => !existsSync(join(projectRoot, 'deploy/kubernetes', each)))).toEqual([]);
});

test('images, commands and settings of containers are those that exist', () => {
  const ours = services.filter(({ service }) => service === 'server' || service === 'worker');
  expect(new Set(containers.map(({ image }) => image))).toEqual(new Set([`${name}:${version}`]));
  const commands = program().commands.map((each) => each.name());
  for (const { args, command } of [...containers, ...ours])
    expect(commands).toEqual(expect.arrayContaining(args ?? command ?? []));
  // A value may be made of others, which are named for that alone.
  const parts = read('deploy/kubernetes/server.yaml').matchAll(/\$\((\w+)\)/g);
  const known = [...documentedSettings().map((each) => each.name), ...[...parts].map(([, part]) => part)];
  const named = [
    ...containers.flatMap(({ env }) => env.map((each: any) => each.name as string)),
    ...ofKind('ConfigMap').flatMap(({ data }) => Object.keys(data)),
    ...ours.flatMap(({ environment }) => Object.keys(environment)),
    ...[...(/^ENV (.+)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, each]) => each),
  ];
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((each) => !known.includes(each))).toEqual([]);
});

test('bug: every setting of .env reaches the containers, and both compositions are one project', () => {
  // What the composition itself decides; the port is that of the machine, and BACKUP_DIR for the embedded
  // database alone.
  const fixed = ['NODE_ENV', 'HOST', 'PORT', 'DATA_DIR', 'DATABASE_URL', 'BACKUP_DIR'];
  const { environment } = services.find(({ service }) => service === 'server')!;
  const passed = Object.keys(environment).filter((each) => environment[each] === null);
  expect([...fixed, ...passed].sort()).toEqual(
    documentedSettings()
      .map((each) => each.name)
      .sort(),
  );
  const projects = ['compose.yaml', 'deploy/compose.yaml'].map((file) => readYaml(file)[0].name as string);
  expect(projects).toEqual([name, name]);
});

test('containers may do nothing that they need not, and write only where something is to be written', () => {
  for (const { spec } of deployments)
    expect(spec.template.spec).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
  for (const { securityContext, volumeMounts, resources } of containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(volumeMounts.map((each: any) => each.mountPath)).toEqual(['/data', '/tmp']);
    expect(resources.limits.memory).toBeDefined();
  }
});

test('what selects containers finds them, at ports on which they listen', () => {
  const labels = deployments.map(({ spec }) => spec.template.metadata.labels);
  const finds = (selector: object): boolean =>
    labels.some((each) => Object.entries(selector).every(([label, value]) => each[label] === value));
  const selectors = [
    ...ofKind('Service').map(({ spec }) => spec.selector),
    ...[...ofKind('PodDisruptionBudget'), ...deployments].map(({ spec }) => spec.selector.matchLabels),
    ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
  ].filter((each) => !('cnpg.io/cluster' in each));
  expect(selectors.length).toBe(6);
  expect(selectors.filter((each) => !finds(each))).toEqual([]);
  const [{ spec }] = ofKind('ScaledObject');
  expect(deployments.map((each) => each.metadata.name)).toContain(spec.scaleTargetRef.name);
  for (const container of containers)
    expect(container.ports).toEqual([{ name: 'http', containerPort: portOf(container) }]);
  expect(dockerfile).toContain(`EXPOSE ${portOf(containers[0])}`);
});

test('secrets are told of in docs/operations.md, or made by the database operator', () => {
  const told = read('docs/operations.md');
  const keys = containers.flatMap(({ env }) =>
    env.flatMap(({ valueFrom }: any) => (valueFrom ? [valueFrom.secretKeyRef] : [])),
  ) as { name: string; key: string }[];
  const database = `${ofKind('Cluster')[0].metadata.name}-app`;
  const [{ spec }] = ofKind('TriggerAuthentication');
  expect(spec.secretTargetRef[0].name).toBe(database);
  for (const { name: secret, key } of keys)
    if (secret !== database) expect(told).toContain(`--from-literal=${key}=`);
});

test('probes ask for addresses that a server and a worker have', async () => {
  const paths = new Set<string>();
  for (const { startupProbe, livenessProbe, readinessProbe } of containers)
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
      expect(httpGet.port).toBe('http');
      paths.add(httpGet.path);
    }
  const WORKER_PORT = await freePort();
  const { app } = server.runtime;
  const monitoring = await startMonitoring({ ...app, config: { ...app.config, WORKER_PORT } } as typeof app);
  for (const base of [server.url, `http://127.0.0.1:${WORKER_PORT}`])
    for (const path of paths) expect((await fetch(base + path)).status).toBe(200);
  monitoring.state.isStopping = true;
  expect((await fetch(`http://127.0.0.1:${WORKER_PORT}/readyz`)).status).toBe(503);
  monitoring.stop();
});

test('workers are counted by jobs that wait and are at work, but mails', async () => {
  const [{ spec }] = ofKind('ScaledObject');
  const count = async (): Promise<unknown> =>
    server.runtime.app.orm.em.getConnection().execute(spec.triggers[0].metadata.query);
  await server.runtime.app.jobs.send('mail', randomUUID());
  expect(await count()).toEqual([{ count: '0' }]);
  await server.runtime.app.jobs.send('scheduling', randomUUID());
  expect(await count()).toEqual([{ count: '1' }]);
});

test('a pooler before the database is noticed at the start', async () => {
  const { app } = server.runtime;
  const { hostname, port, pathname, username, password } = new URL(app.databaseUrl);
  // Like every pooler, it does not pass on who serves a connection: the message K, 12 bytes, number and key.
  const pooler = createTcpServer((client) => {
    const database = connectTcp(Number(port), hostname);
    client.pipe(database).on('data', (bytes: Buffer) => {
      const at = bytes.indexOf('K\0\0\0\x0c', 'latin1');
      if (at >= 0) bytes.writeInt32BE(1, at + 5);
      client.write(bytes);
    });
    client.on('close', () => database.destroy());
  });
  const at = await listening(pooler);
  const told: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(line) });
  const DATABASE_URL = `postgresql://${username}:${password}@127.0.0.1:${at}${pathname}`;
  await (await openRuntime({ ...app.config, DATABASE_URL }, log)).close();
  pooler.close();
  expect(told.join()).toContain('DATABASE_URL leads to a pooler');
  expect(server.logLines.join()).not.toContain('pooler');
});

test('a server beside which a newer release has migrated goes on, unless that one forbids it', async () => {
  const { app } = server.runtime;
  const migrated = (oldest: string): Promise<unknown> =>
    app.orm.em.getConnection().execute(
      `insert into migration (name, checksum, oldest_release) values ('9999-next', 'x', $1)
       on conflict (name) do update set oldest_release = excluded.oldest_release`,
      [oldest],
    );
  await migrated(version);
  await (await openRuntime(app.config, app.log)).close();
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  await migrated('99.0.0');
  await expect(openRuntime(app.config, app.log)).rejects.toThrow('Start release 99.0.0 or a newer one');
  const answer = await fetch(`${server.url}/readyz`);
  expect(answer.status).toBe(503);
  expect(JSON.stringify(await answer.json())).toContain('Start release 99.0.0 or a newer one');
  await app.orm.em.getConnection().execute(`delete from migration where name = '9999-next'`);
});

test('what the dashboard shows and alerts watch is measured', async () => {
  const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as any;
  const asked: string[] = [
    ...dashboard.panels.flatMap(({ targets }: any) => targets.map(({ expr }: any) => expr)),
    ...readYaml('deploy/monitoring/alerts.yaml')[0].groups[0].rules.map(({ expr }: any) => expr),
  ];
  expect(asked.length).toBeGreaterThan(20);
  const answer = await (await fetch(`${server.url}/metrics`)).text();
  const measured = new Set(
    [...answer.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, metric, type]) =>
      type === 'histogram' ? ['_count', '_sum', '_bucket'].map((part) => metric + part) : [metric],
    ),
  );
  // Whether it answers is measured by Prometheus itself.
  measured.add('up');
  const unknown = asked.flatMap((text) => metricsOf(text).filter((metric) => !measured.has(metric)));
  expect(unknown).toEqual([]);
  expect(answer).toContain('class_scheduling_ready{check="database",service="class-scheduling"} 1');
  expect(answer).toMatch(/class_scheduling_jobs\{queue="scheduling",state="waiting",/);
});

/** The metrics that an expression of Prometheus names. @throws when it is none */
function metricsOf(asked: string): string[] {
  const text = asked.replaceAll('$__rate_interval', '5m');
  const metrics: string[] = [];
  parser.parse(text).iterate({
    enter({ type, from, to }) {
      if (type.isError) throw new Error(`Not an expression at ${from}: ${text}`);
      if (type.name === 'Identifier') metrics.push(text.slice(from, to));
    },
  });
  return metrics;
}

const listening = (tcp: Server): Promise<number> =>
  new Promise((resolve) => tcp.listen(0, '127.0.0.1', () => resolve((tcp.address() as AddressInfo).port)));

async function freePort(): Promise<number> {
  const taken = createTcpServer();
  const port = await listening(taken);
  return new Promise((resolve) => taken.close(() => resolve(port)));
}
