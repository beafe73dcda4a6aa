import { v7 as uuidv7 } from 'uuid';
import type { AssistantEvent, AssistantQuestion } from '../../schema/assistant.js';
import { Conversation } from '../../entities/assistant.js';
import { AssistantEventKind } from '../../schema/enums.js';
import { DomainError, type ErrorCode } from '../../schema/errors.js';
import type { Language, Text } from '../../schema/texts.js';
import { viewerOf } from '../../data/access.js';
import type { App } from '../../data/app.js';
import type { Context } from '../../data/context.js';
import type { ChangeOutcome } from '../scheduling/changes/change.js';
import { conversations, type TakenMessage } from './conversations.js';
import type { EventData, StoredEvent } from './events.js';
import { eventsOfAnswer } from './follow.js';
import { planInWords } from './plan-words.js';
import { applyChangePlan, planMinutes, planReads } from './plans.js';

/** People whose conversation over the channel a process remembers; of more the first is forgotten. */
const peopleMax = 10_000;
/** Greatest length of a piece of an answer, in characters. */
const pieceMax = 60;

/** What a person says over the channel goes on in one conversation, and may confirm what was shown last. */
interface Talk {
  readonly conversation: string;
  /** The plan that the last answer has shown. */
  readonly plan: string | null;
}

const talksByApp = new WeakMap<App, Map<string, Talk>>();

function talksOf(app: App): Map<string, Talk> {
  const talks = talksByApp.get(app) ?? new Map<string, Talk>();
  talksByApp.set(app, talks);
  return talks;
}

function remember({ app, viewer }: Context, talk: Talk): void {
  const talks = talksOf(app);
  talks.delete(viewer!.userId);
  talks.set(viewer!.userId, talk);
  const [oldest] = talks.keys();
  if (talks.size > peopleMax) talks.delete(oldest);
}

const confirmation = /^(?:确认|确认应用|确定|应用|执行|confirm|apply(?: it)?)[\s.!。！]*$/i;

/**
 * Answers what a person says over the channel, in pieces of HTML: by the conversation that everything else
 * uses, too. A plan is applied when its person says so right after it was shown. @throws DomainError
 */
export async function* chat(ctx: Context, question: AssistantQuestion): AsyncGenerator<AssistantEvent> {
  const known = talksOf(ctx.app).get(viewerOf(ctx).userId) ?? null;
  const text = question.userInput.trim();
  if (known?.plan && isGoingOn(question.history) && confirmation.test(text))
    return yield* confirmed(ctx, known, known.plan);
  const taken = await send(ctx, text, known?.conversation ?? null);
  const { conversation } = taken;
  remember(ctx, { conversation, plan: null });
  yield { type: 'agent_thought', thought: '' };
  for await (const event of eventsOfAnswer(ctx, taken)) {
    yield* shown(event, ctx.language);
    if (event.kind === AssistantEventKind.PLAN)
      yield* offered(ctx, conversation, (event as StoredEvent<AssistantEventKind.PLAN>).data.plan);
  }
  yield { type: 'message_end', metadata: conversation };
}

/** Says how to confirm a plan, if it can be applied. */
async function* offered(ctx: Context, conversation: string, plan: string): AsyncGenerator<AssistantEvent> {
  const { clashes, problems } = (await planReads.load(ctx, plan)).outcome as ChangeOutcome;
  if (clashes.length + problems.length > 0) return;
  remember(ctx, { conversation, plan });
  yield* said(`${howToConfirm[ctx.language]}\n`);
}

/** Whether the history of a page has words of its person already; it is data and nothing else. */
function isGoingOn(history: string): boolean {
  try {
    const entries = JSON.parse(history) as unknown;
    return Array.isArray(entries) && entries.some((each: { type?: unknown } | null) => each?.type === 'user');
  } catch {
    return false;
  }
}

/**
 * Sends a text in the conversation of before. Where that is full, busy or deleted, it begins a new one, and
 * where a person has as many as can be, it goes on with the newest.
 */
async function send(ctx: Context, text: string, before: string | null): Promise<TakenMessage> {
  const key = uuidv7();
  const attempts = [
    ...(before === null ? [] : [() => Promise.resolve<string | null>(before)]),
    () => Promise.resolve(null),
    () => newestOf(ctx),
  ];
  let failure: unknown;
  for (const conversationOf of attempts)
    try {
      return await conversations.send(ctx, { conversation: await conversationOf(), text, key });
    } catch (error) {
      if (!(error instanceof DomainError) || !isOver.includes(error.code)) throw error;
      failure = error;
    }
  throw failure;
}

const isOver: readonly ErrorCode[] = ['NOT_FOUND', 'OPERATION_INVALID'];

async function newestOf({ rows }: Context): Promise<string | null> {
  const [newest] = await rows.find(Conversation, {}, { orderBy: { lastActivityAt: 'desc' }, limit: 1 });
  return newest?.id ?? null;
}

async function* confirmed(ctx: Context, talk: Talk, id: string): AsyncGenerator<AssistantEvent> {
  const { conversation } = talk;
  const { fingerprint } = await planReads.load(ctx, id);
  const { plan, isApplied } = await applyChangePlan(ctx, id, fingerprint);
  remember(ctx, { conversation, plan: null });
  if (isApplied) yield* said(applied[ctx.language]);
  else {
    yield* said(`${changed[ctx.language]}\n${await planInWords(ctx, plan)}\n`);
    yield* offered(ctx, conversation, plan);
  }
  yield { type: 'message_end', metadata: conversation };
}

const howToConfirm: Text = {
  zh: `尚未修改课表。请在 ${planMinutes} 分钟内回复“确认”应用此变更；说其他内容即放弃。`,
  en:
    `Nothing is changed yet. Say "confirm" within ${planMinutes} minutes to apply this; anything else ` +
    `leaves it.`,
};
const applied: Text = {
  zh: '已应用，课表已修改。如需恢复，请说“撤销”。',
  en: 'Applied: the timetable is changed. Say "undo" to take it back.',
};
const changed: Text = {
  zh: '课表在此期间有变化，没有应用。重新检查的结果：',
  en: 'The timetable has changed meanwhile, so nothing was applied. Checked again:',
};

/** What an event of an answer shows to the page. @throws DomainError with which the answer ended */
function* shown(event: StoredEvent, language: Language): Generator<AssistantEvent> {
  const dataAs = <K extends AssistantEventKind>(): EventData[K] => event.data as EventData[K];
  switch (event.kind) {
    case AssistantEventKind.TOKEN:
      return yield* said(dataAs<AssistantEventKind.TOKEN>().text);
    case AssistantEventKind.TOOL_CALL:
      return yield { type: 'agent_thought', thought: dataAs<AssistantEventKind.TOOL_CALL>().tool };
    case AssistantEventKind.PLAN:
      return yield* said(`${dataAs<AssistantEventKind.PLAN>().text}\n`);
    case AssistantEventKind.QUESTION: {
      const { question, options } = dataAs<AssistantEventKind.QUESTION>();
      const lines = options.map(({ label }, at) => `${at + 1}. ${label[language]}`);
      return yield* said([question[language], ...lines, ''].join('\n'));
    }
    case AssistantEventKind.ERROR:
      throw new DomainError('OPERATION_FAILED', dataAs<AssistantEventKind.ERROR>().text);
    default:
  }
}

/** A text in pieces, each of which is HTML that shows it and nothing else. */
function* said(text: string): Generator<AssistantEvent> {
  for (const line of text.split(/(?<=\n)/)) {
    const characters = [...line];
    for (let at = 0; at < characters.length; at += pieceMax)
      yield { type: 'agent_message', message: asHtml(characters.slice(at, at + pieceMax).join('')) };
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\n': '<br>',
};

/** A text as HTML: names of courses and all else that people typed are data. */
export const asHtml = (text: string): string =>
  text.replace(/[&<>"'\n]/g, (character) => entities[character]);
