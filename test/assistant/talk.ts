import { present } from '../../src/schema/clock.js';
import { Course } from '../../src/entities/courses.js';
import { AdministrativeClass } from '../../src/entities/organisation.js';
import { Teacher } from '../../src/entities/people.js';
import { Classroom } from '../../src/entities/places.js';
import { TeachingClass } from '../../src/entities/scheduling/teaching-classes.js';
import { recordsOf } from '../support/records.js';
import { startModelServer, type ModelServer } from '../support/model-server.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { schedule } from '../scheduling/drafts.js';
import { makeUniversity, type TestUniversity } from '../scheduling/university.js';
import { SocketClient } from '../transport/socket-client.js';

/** The present of the calendar: much is said of the coming weeks of a semester of 2026. */
const heldAt = '2026-11-28T12:30:00+08:00';

/** Holds it until the returned function is called: the files of tests that a process runs share its clock. */
function holdPresent(): () => void {
  const { now } = present;
  const begun = Date.now();
  present.now = () => new Date(Date.parse(heldAt) + Date.now() - begun);
  return () => void (present.now = now);
}

/** Lets the changes of a server be made in that present, since rows have the clock of the database. */
export const changedAtPresent = (server: TestServer): Promise<unknown> =>
  recordsOf(server.runtime.app).execute('update change set created_at = ?', [heldAt]);

/** Names that people say: of the courses, teachers, classes and rooms of the university, in its order. */
export const names = {
  courses: ['高等数学', '大学英语', '数据结构'],
  teachers: ['张伟', '李娜', '王芳'],
  classes: ['计科2301', '英语2201', '软工2301'],
  rooms: ['A101', 'A102', 'B205'],
} as const;

/** A university with names that people say, and its published timetable. */
export interface TalkedUniversity extends TestUniversity {
  readonly timetable: string;
}

/** Stores the university, schedules its semester and publishes the timetable. */
export async function makeTalkedUniversity(server: TestServer): Promise<TalkedUniversity> {
  const university = await makeUniversity(server.runtime.app, { name: 'talk' });
  const em = recordsOf(server.runtime.app);
  for (const [at, { id, course }] of university.teachingClasses.entries()) {
    await em.nativeUpdate(TeachingClass, { id }, { name: `${names.courses[at]}-01` });
    await em.nativeUpdate(Course, { id: course.id }, { name: names.courses[at] });
    await em.nativeUpdate(Teacher, { id: university.teachers[at].id }, { name: names.teachers[at] });
    await em.nativeUpdate(
      AdministrativeClass,
      { id: university.classes[at].id },
      { name: names.classes[at] },
    );
    const room = { name: names.rooms[at], code: names.rooms[at], hasMultimedia: at === 2 };
    await em.nativeUpdate(Classroom, { id: university.rooms[at].id }, room);
  }
  const { id: timetable } = await schedule(server, university);
  const { errors } = await server.graphql(`mutation { publishTimetable(id: "${timetable}") { id } }`);
  if (errors) throw new Error(errors[0].message);
  return { ...university, timetable };
}

/** A server with the talked university. */
export interface Talked {
  readonly server: TestServer;
  readonly university: TalkedUniversity;
}

/** Starts a server with the university and its timetable, in that present. */
export async function startTalked(env: Record<string, string> = {}): Promise<Talked> {
  const release = holdPresent();
  const server = await startTestServer({ env });
  const stop = async (): Promise<void> => {
    release();
    await server.stop();
  };
  return { server: { ...server, stop }, university: await makeTalkedUniversity(server) };
}

/** The same with a language model that follows a script, and ends with the server. */
export async function startTalkedModel(
  env: Record<string, string>,
): Promise<Talked & { readonly model: ModelServer }> {
  const model = await startModelServer();
  const { server, university } = await startTalked({ AI_BASE_URL: model.url, AI_MODEL: 'small', ...env });
  const stop = async (): Promise<void> => {
    await server.stop();
    await model.stop();
  };
  return { model, server: { ...server, stop }, university };
}

/** An event of a conversation, as a client reads it. */
export interface ReadEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly text: string | null;
  readonly tool: string | null;
  readonly options: readonly { readonly label: string; readonly text: string }[];
  readonly plan: any;
  readonly interpreter: string | null;
}

export const eventFields = `sequence kind text tool options { label text } interpreter isFallback
  plan { id hash number words expiresAt appliedAt timetable { id }
    outcome { isApplicable problems clashes { text } items { meeting { id } isLocked
      from { dayOfWeek periodStart classroom { id name } }
      to { dayOfWeek periodStart classroom { id name } } } } }`;

export const follow = `subscription ($conversation: ID!, $after: Int!) {
  assistantChat(conversation: $conversation, after: $after) { ${eventFields} } }`;

/** Says something to the assistant; throws what it is refused with. */
export async function send(
  server: TestServer,
  text: string,
  {
    conversation,
    key = `key ${Math.random()}`,
    token,
  }: { conversation?: string; key?: string; token?: string } = {},
): Promise<{ conversation: string; sequence: number }> {
  const { data, errors } = await server.graphql(
    `mutation ($conversation: ID, $text: String!, $key: String!) {
       sendToAssistant(conversation: $conversation, text: $text, key: $key) {
         sequence conversation { id } } }`,
    { conversation, text, key },
    token,
  );
  if (errors) throw Object.assign(new Error(errors[0].message), errors[0].extensions);
  const { sequence, conversation: taken } = data.sendToAssistant;
  return { conversation: taken.id, sequence };
}

/** The events of a conversation after a sequence, until the answer ends. */
export async function readAnswer(
  server: TestServer,
  { conversation, sequence }: { conversation: string; sequence: number },
  token: string = server.administrator,
): Promise<ReadEvent[]> {
  const client = await SocketClient.signedIn(`${server.url.replace('http', 'ws')}/graphql`, token);
  try {
    client.subscribe('1', follow, { conversation, after: sequence });
    const events: ReadEvent[] = [];
    for (;;) {
      const { type, payload } = await client.next();
      if (type !== 'next' || payload.errors) throw new Error(JSON.stringify(payload));
      events.push(...(payload.data.assistantChat as ReadEvent[]));
      if (['DONE', 'ERROR'].includes(events.at(-1)?.kind ?? '')) return events;
    }
  } finally {
    await client.end();
  }
}

/** Says something and reads the answer to its end. */
export async function talk(
  server: TestServer,
  text: string,
  options: { conversation?: string; token?: string } = {},
): Promise<{
  conversation: string;
  events: ReadEvent[];
  said: string;
  plan: any;
  question: ReadEvent | undefined;
}> {
  const sent = await send(server, text, options);
  const events = await readAnswer(server, sent, options.token);
  const said = events.flatMap(({ kind, text: piece }) => (kind === 'TOKEN' ? (piece ?? '') : [])).join('');
  const of = (kind: string): ReadEvent | undefined => events.find((event) => event.kind === kind);
  return { conversation: sent.conversation, events, said, plan: of('PLAN')?.plan, question: of('QUESTION') };
}
