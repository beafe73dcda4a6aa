import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { GraphqlClient, ServerError } from './graphql-client.js';
import { typedPassword } from './typed-password.js';

/** Options of `cli ask`. */
interface AskOptions {
  readonly url: string;
  readonly token?: string;
  readonly user?: string;
  readonly password?: string;
  /** Identifier of a conversation to go on with. */
  readonly conversation?: string;
  /** Applies the plan that is answered without asking, if nothing is in its way; without a text, the last. */
  readonly apply: boolean;
}

interface ChatEvent {
  readonly sequence: number;
  readonly kind: string;
  readonly text: string | null;
  readonly options: readonly { readonly label: string }[];
  readonly plan: {
    readonly id: string;
    readonly hash: string;
    readonly outcome: { readonly isApplicable: boolean };
  } | null;
}

const sendDocument = `mutation ($conversation: ID, $text: String!, $key: String!) {
  sendToAssistant(conversation: $conversation, text: $text, key: $key) { sequence conversation { id } } }`;
const chatDocument = `subscription ($conversation: ID!, $after: Int!) {
  assistantChat(conversation: $conversation, after: $after) {
    sequence kind text options { label } plan { id hash outcome { isApplicable } } } }`;
const applyDocument = `mutation ($id: ID!, $hash: String!) {
  applyChangePlan(id: $id, hash: $hash) { isApplied plan { change { number } } } }`;

/** Said where nothing else is: that the plan shall be made that the conversation has shown last. */
const confirmation = '确认';

/**
 * Asks the assistant of a running server and prints the answer as it comes; at the end how to go on. Without
 * a text it confirms the plan that the conversation has shown last.
 */
export async function ask(said: string | undefined, options: AskOptions): Promise<void> {
  if (said === undefined && !(options.apply && options.conversation)) throw new ServerError(nothingSaid);
  const text = said ?? confirmation;
  if (!URL.canParse(options.url)) throw new ServerError(noAddress(options.url));
  const client = await clientFor(text, options);
  const { sendToAssistant: sent } = await client.ask<{
    sendToAssistant: { sequence: number; conversation: { id: string } };
  }>(sendDocument, { conversation: options.conversation, text, key: randomUUID() });
  const conversation = sent.conversation.id;
  let plan: ChatEvent['plan'] = null;
  for await (const event of eventsOf(client, conversation, sent.sequence)) {
    if (event.kind === 'ERROR')
      throw new ServerError(`${event.text ?? 'The answer failed.'}\n\n${goOn(conversation)}`);
    print(event);
    plan = event.plan ?? plan;
  }
  if (plan?.outcome.isApplicable) await conclude(client, plan, options.apply && said !== undefined);
  console.error(`\n${goOn(conversation)}`);
}

const goOn = (conversation: string): string => `Go on with --conversation ${conversation}`;

const nothingSaid =
  'Nothing was said. Maybe name a text, or confirm the plan that was shown with --conversation ID --apply.';

const noAddress = (url: string): string =>
  `--url "${url}": is no address of a server. Maybe --url http://127.0.0.1:8888.`;

/** A client that speaks the language of the text. */
async function clientFor(text: string, { url, token, user, password }: AskOptions): Promise<GraphqlClient> {
  const language = /\p{Script=Han}/u.test(text) ? 'zh' : undefined;
  const client = new GraphqlClient(url, token ?? process.env.CLASS_SCHEDULING_TOKEN ?? null, language);
  const known = password ?? process.env.CLASS_SCHEDULING_PASSWORD;
  if (user !== undefined) await client.signIn(user, known || (await typedPassword(user)));
  return client;
}

/** The events of one answer as they come; after a lost connection it goes on where it was. */
async function* eventsOf(
  client: GraphqlClient,
  conversation: string,
  after: number,
): AsyncGenerator<ChatEvent> {
  for await (const { assistantChat } of client.follow<{ assistantChat: ChatEvent[] }>(chatDocument, {
    conversation,
    after,
  }))
    for (const event of assistantChat) {
      yield event;
      if (event.kind === 'DONE' || event.kind === 'ERROR') return;
    }
}

function print({ kind, text, options }: ChatEvent): void {
  if (kind === 'TOKEN') process.stdout.write(text ?? '');
  if (kind === 'PLAN') console.log(text);
  if (kind !== 'QUESTION') return;
  console.log(text);
  options.forEach(({ label }, at) => console.log(`  ${at + 1}. ${label}`));
}

/** Makes the change if the person says so, here or by the option. */
async function conclude(
  client: GraphqlClient,
  { id, hash }: NonNullable<ChatEvent['plan']>,
  isWanted: boolean,
): Promise<void> {
  if (!isWanted && !(await isConfirmed())) return console.error('Nothing was changed.');
  const { applyChangePlan } = await client.ask<{
    applyChangePlan: { isApplied: boolean; plan: { change: { number: number } | null } };
  }>(applyDocument, { id, hash });
  if (!applyChangePlan.isApplied)
    throw new ServerError('The timetable has changed meanwhile, so nothing was changed. Maybe ask again.');
  console.log(`Applied as change ${applyChangePlan.plan.change?.number ?? ''}.`);
}

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y|yes|是|好|确认)$/i.test((await terminal.question('Apply it? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}
