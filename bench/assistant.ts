import { parseArgs } from 'node:util';
import { GraphqlClient } from '../src/cli/graphql-client.js';
import { systemContext } from '../src/data/context.js';
import { occupyAll } from '../src/services/scheduling/changes/occupancy.queries.js';
import { figures, timed } from './support/figures.js';
import { makeSemester, password, planners, type Query } from './support/planned-semester.js';
import { printTable } from './support/print.js';
import { processorMs } from './support/processor.js';
import { startServer } from './support/servers.js';
import { startSpeakingModel } from './support/speaking-model.js';
import { withUndo } from './support/undo.js';

const meetings = 2_000;
/** Conversations that are held at the same time. */
const conversations = 100;
const days = ['一', '二', '三', '四', '五'];

/**
 * `npm run bench assistant -- [--repeats 50]`: how long a planner waits for the checked plan of a sentence
 * that the grammar reads, in a semester of 2,000 meetings: from sending it over POST /graphql to the last
 * event over a WebSocket. One after the other, then a hundred conversations at once; with the processor
 * time of the server for each. At last how long the first words of a model take to its person.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { repeats: { type: 'string', default: '50' } } });
  const repeats = Number(values.repeats);
  await withUndo(async (undo) => {
    const { env, query, app } = await makeSemester(undo, meetings);
    const [{ id }] = await query(`select id from timetable where status = 'PUBLISHED'`);
    // What it occupies is looked at where rooms and times are free.
    await occupyAll(systemContext(app, 'bench').em, id, null, null);
    const first = new AsyncDisposableStack();
    undo.use(first);
    const { url, pid } = await startServer('product', { env, undo: first });
    const spentSince = (before: number | null, answers: number): string => {
      const now = processorMs(pid);
      return now === null || before === null ? '–' : ((now - before) / answers).toFixed(0);
    };
    const clients = await Promise.all(
      Array.from({ length: planners }, (_, at) => signedIn(url, `planner${at}`)),
    );
    const sentences: Awaited<ReturnType<typeof sentencesOf>>[] = [];
    for (const at of clients.keys()) sentences.push(await sentencesOf(query, at));
    const header = ['what', 'median ms', 'p99 ms', 'bar ms', 'server ms', 'without a plan'];
    const rows: string[][] = [];
    for (const [what, index] of [
      ['a move to a stated time', 0],
      ['a move to an afternoon', 1],
    ] as const) {
      let missing = 0;
      const taken: number[] = [];
      let before: number | null = null;
      for (let at = -3; at < repeats; at++) {
        if (at === 0) before = processorMs(pid);
        const texts = sentences[0][index];
        const ms = await timed(async () => {
          if (!(await hasPlan(clients[0], texts[(at + 3) % texts.length]))) missing += 1;
        });
        if (at >= 0) taken.push(ms);
      }
      rows.push([what, ...figures(taken), '300', spentSince(before, repeats), String(missing)]);
      console.error(rows.at(-1)!.join(' | '));
    }
    let missing = 0;
    const taken: number[] = [];
    const before = processorMs(pid);
    const all = await timed(() =>
      Promise.all(
        Array.from({ length: conversations }, async (_, at) => {
          const own = at % planners;
          const texts = sentences[own][0];
          taken.push(
            await timed(async () => {
              const text = texts[Math.floor(at / planners) % texts.length];
              if (!(await hasPlan(clients[own], text))) missing += 1;
            }),
          );
        }),
      ),
    );
    const spent = spentSince(before, conversations);
    rows.push([`${conversations} conversations at once`, ...figures(taken), '–', spent, String(missing)]);
    console.error(rows.at(-1)!.join(' | '), `${Math.round(all)} ms in all`);
    // Otherwise it would answer what the model is to be asked.
    await first.disposeAsync();
    const model = await startSpeakingModel(undo);
    const asked = await startServer('product', {
      env: { ...env, AI_BASE_URL: model.url, AI_MODEL: 'measured' },
      undo,
    });
    const client = await signedIn(asked.url, 'planner0');
    const delays: number[] = [];
    for (let at = -3; at < repeats; at++) {
      const heardMs = await firstWordsMs(client);
      if (at >= 0) delays.push(heardMs - model.spokenMs());
    }
    rows.push(["a model's first words", ...figures(delays), '50', '–', '–']);
    const title = `plans of the assistant, ${meetings} meetings; all on one machine`;
    printTable(`Checked ${title}; the hundred took ${Math.round(all)} ms.`, header, rows);
  });
}

async function signedIn(url: string, user: string): Promise<GraphqlClient> {
  const client = new GraphqlClient(url);
  await client.signIn(user, password);
  return client;
}

/** When the first words of an answer are heard, by the clock of this process. */
async function firstWordsMs(client: GraphqlClient): Promise<number> {
  let heardMs = 0;
  for await (const { kind } of eventsOf(client, '你好')) if (kind === 'TOKEN') heardMs ||= performance.now();
  return heardMs;
}

/** What a planner of a department may say: moves to a stated time, and to an afternoon. */
async function sentencesOf(query: Query, department: number): Promise<[string[], string[]]> {
  const rows =
    await query(`select t.name as teacher, c.name as course, a.day_of_week as day, a.period_start as period
    from class_assignment a join teaching_class k on k.id = a.teaching_class_id
    join course c on c.id = k.course_id join teacher t on t.id = a.teacher_id
    where k.department_id =
      (select id from department where code like 'SEED%' order by code offset ${department} limit 1)
    order by a.meeting_id limit 40`);
  const sentence = ({ teacher, course, day, period }: any, target: string): string =>
    `把${teacher}周${days[day - 1]}第${period}节的${course}调到周${days[day % 5]}${target}`;
  return [rows.map((row) => sentence(row, '第11节')), rows.map((row) => sentence(row, '下午'))];
}

const sendDocument = `mutation ($text: String!, $key: String!) {
  sendToAssistant(text: $text, key: $key) { sequence conversation { id } } }`;
const chatDocument = `subscription ($conversation: ID!, $after: Int!) {
  assistantChat(conversation: $conversation, after: $after) {
    kind text plan { id outcome { isApplicable } } } }`;

/** Says something and reads the answer to its end: whether it has a plan. */
async function hasPlan(client: GraphqlClient, text: string): Promise<boolean> {
  const events: any[] = [];
  for await (const event of eventsOf(client, text)) events.push(event);
  const isPlanned = events.some(({ plan }) => plan !== null);
  if (!isPlanned) console.error(text, JSON.stringify(events));
  return isPlanned;
}

/** Says something in a new conversation, and the events of the answer as they come. */
async function* eventsOf(client: GraphqlClient, text: string): AsyncGenerator<any> {
  const { sendToAssistant: sent } = await client.ask<any>(sendDocument, {
    text,
    key: `bench ${Math.random()}`,
  });
  const follow = client.follow<any>(chatDocument, {
    conversation: sent.conversation.id,
    after: sent.sequence,
  });
  for await (const { assistantChat } of follow)
    for (const event of assistantChat) {
      yield event;
      if (['DONE', 'ERROR'].includes(event.kind)) return;
    }
}
