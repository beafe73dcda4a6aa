import { useEffect, useRef, useState } from 'react';
import { ask, follow, Refusal } from '../shell/client.js';
import { useUser } from '../shell/user.js';
import { type ChatEvent, said, send } from './operations.js';

/** What begins or ends an answer, which another tab, or this one before a reload, may have asked for. */
const turning: ReadonlySet<ChatEvent['kind']> = new Set(['PERSON', 'DONE', 'ERROR']);

/**
 * A conversation with the assistant; its events come as they happen. It goes on where the reader left it in
 * this tab.
 */
export function useChat() {
  const [conversation, keep] = useKept(`class-scheduling:conversation:${useUser()?.name}`);
  const [events, setEvents] = useState<readonly ChatEvent[]>([]);
  const [isAsked, setAsked] = useState(false);
  const [isBroken, setBroken] = useState(false);
  /** What was said, until the conversation has it. */
  const [saying, setSaying] = useState<string>();
  const [error, setError] = useState<Error>();
  const [round, setRound] = useState(0);
  const last = useRef(0);

  useEffect(() => {
    if (!conversation) return;
    return follow(
      said,
      { conversation, after: last.current },
      {
        next: ({ assistantChat: news }) => {
          const fresh = news.filter(({ sequence }) => sequence > last.current);
          if (fresh.length === 0) return;
          last.current = fresh.at(-1)!.sequence;
          setEvents((before) => [...before, ...fresh]);
          if (fresh.some(({ kind }) => kind === 'PERSON')) setSaying(undefined);
          const turn = fresh.findLast(({ kind }) => turning.has(kind));
          if (turn) setAsked(turn.kind === 'PERSON');
        },
        broken: setBroken,
        failed: (failure) => (isGone(failure) ? open(undefined) : (setError(failure), setAsked(false))),
      },
    );
  }, [conversation, round]);

  /** Whether it was sent. What may no longer be followed after an error is followed again. */
  const say = (text: string): Promise<boolean> => {
    setAsked(true);
    setSaying(text);
    if (error) setRound((before) => before + 1);
    setError(undefined);
    const anew = () => (open(undefined), setAsked(true), setSaying(text));
    return sendIn(conversation, text, anew).then(
      ({ sent }) => (keep(sent.conversation.id), true),
      (refusal: Error) => (setError(refusal), setAsked(false), setSaying(undefined), false),
    );
  };
  /** Goes on with another conversation, or with a new one. */
  const open = (id: string | undefined): void => {
    last.current = 0;
    keep(id);
    setEvents([]);
    setError(undefined);
    setAsked(false);
    setSaying(undefined);
  };
  return { conversation, events, isAsked, isBroken, saying, error, say, open };
}

/** A text that this tab remembers for as long as it is open. */
function useKept(name: string): readonly [string | undefined, (text: string | undefined) => void] {
  const [kept, setKept] = useState(() => sessionStorage.getItem(name) ?? undefined);
  const keep = (text: string | undefined): void => {
    if (text) sessionStorage.setItem(name, text);
    else sessionStorage.removeItem(name);
    setKept(text);
  };
  return [kept, keep];
}

/** Sends what is said; in a conversation that was deleted, maybe in another tab, it begins a new one. */
async function sendIn(conversation: string | undefined, text: string, anew: () => void) {
  // A key tells the same message sent twice; pages over plain HTTP have no randomUUID.
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');
  try {
    return await ask(send, { conversation, text, key });
  } catch (failure) {
    if (!conversation || !isGone(failure)) throw failure;
    anew();
    return ask(send, { text, key });
  }
}

const isGone = (failure: unknown): boolean =>
  failure instanceof Refusal && failure.codes.includes('NOT_FOUND');

/** What is shown of a conversation: the pieces of an answer as one, what was looked up not at all. */
export function turnsOf(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const turns: ChatEvent[] = [];
  for (const event of events) {
    const before = turns.at(-1);
    if (event.kind === 'DONE' || event.kind === 'TOOL_CALL') continue;
    if (event.kind === 'TOKEN' && before?.kind === 'TOKEN')
      turns[turns.length - 1] = { ...before, text: (before.text ?? '') + (event.text ?? '') };
    else turns.push(event);
  }
  return turns;
}
