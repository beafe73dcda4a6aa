import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import type { Intention } from '../board/changing/intention.js';
import { itemsOf } from '../board/model.js';
import { ask } from '../shell/client.js';
import { Link, usePath, withParameters } from '../shell/router.js';
import { Earlier } from './earlier.js';
import { applyPlan, type ChatEvent, type Plan } from './operations.js';
import { chatTexts } from './texts.js';
import { turnsOf, useChat } from './use-chat.js';

/** The board that shows plans: of which timetable, and how a plan comes to be shown there. */
interface PlanBoard {
  readonly timetable: string;
  readonly propose: (intention: Intention) => void;
}

/**
 * A conversation with the assistant. Its plans are shown on the board and applied there; without one they are
 * confirmed in the conversation.
 */
export function Chat({ board, examples = [] }: { board?: PlanBoard; examples?: readonly string[] }) {
  const { conversation, events, isAsked, isBroken, saying, error, say, open } = useChat();
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  const turns = turnsOf(events);
  const isNew = turns.length === 0 && !saying;
  // What was offered before the reader said something is over.
  const offering = turns.slice(turns.findLastIndex(({ kind }) => kind === 'PERSON') + 1);
  useEffect(() => show(end.current), [events, saying]);
  /** Says what a button offers, which then is gone: whoever goes on by keyboard goes on from the answer. */
  const choose = (text: string) => {
    log.current?.focus({ preventScroll: true });
    void say(text);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('text') as HTMLInputElement;
    const text = field.value.trim();
    field.value = '';
    if (text) void say(text).then((isSent) => (isSent || field.value ? undefined : (field.value = text)));
  };
  return (
    <div className="chat stack">
      <div ref={log} className="chat-turns" role="log" tabIndex={-1} aria-label={chatTexts.conversation}>
        {isNew && <p className="quiet">{board ? chatTexts.hello : chatTexts.examples}</p>}
        {isNew && (
          <Sayings {...{ choose, isAsked }} sayings={examples.map((text) => ({ text, label: text }))} />
        )}
        {turns.map((turn) => (
          <Turn key={turn.sequence} turn={turn}>
            {offering.includes(turn) && <Sayings {...{ choose, isAsked }} sayings={turn.options} />}
            {turn.plan && board && <PlanButton plan={turn.plan} {...board} />}
            {turn.plan && !board && turn === turns.at(-1) && !isAsked && (
              <button type="button" className="primary" onClick={() => choose(chatTexts.confirm)}>
                {chatTexts.confirm}
              </button>
            )}
          </Turn>
        ))}
        {saying && <Turn turn={{ kind: 'PERSON', text: saying }} />}
        {isAsked && <p className="quiet">{isBroken ? chatTexts.broken : chatTexts.thinking}</p>}
        {error && <p className="wrong">{error.message}</p>}
        <div ref={end} />
      </div>
      <form className="row" onSubmit={submit}>
        <input name="text" aria-label={chatTexts.say} placeholder={chatTexts.say} autoComplete="off" />
        <button type="submit" className="primary" disabled={isAsked}>
          {chatTexts.send}
        </button>
        {!isNew && (
          <button type="button" className="plain" onClick={() => open(undefined)}>
            {chatTexts.again}
          </button>
        )}
      </form>
      {!board && <Earlier key={conversation} current={conversation} open={open} />}
    </div>
  );
}

/** Scrolls to the end of a conversation, or only as far as what was said last stays in sight. */
function show(end: Element | null): void {
  end?.scrollIntoView({ block: 'nearest' });
  [...(end?.parentElement?.querySelectorAll('[data-kind=PERSON]') ?? [])]
    .at(-1)
    ?.scrollIntoView({ block: 'nearest' });
}

function Turn({
  turn: { kind, text },
  children,
}: {
  turn: Pick<ChatEvent, 'kind' | 'text'>;
  children?: ReactNode;
}) {
  return (
    <div className="chat-turn" data-kind={kind}>
      <p dir="auto">
        {kind === 'PERSON' && <span className="hidden-text">{chatTexts.you} </span>}
        {text}
      </p>
      {children}
    </div>
  );
}

/** What may be said by a click. */
function Sayings({
  sayings,
  choose,
  isAsked,
}: {
  sayings: ChatEvent['options'];
  choose: (text: string) => void;
  isAsked: boolean;
}) {
  if (sayings.length === 0) return null;
  return (
    <div className="row">
      {sayings.map(({ text, label }) => (
        <button key={text} type="button" disabled={isAsked} onClick={() => choose(text)}>
          {label}
        </button>
      ))}
    </div>
  );
}

function PlanButton({ plan, timetable, propose }: PlanBoard & { plan: Plan }) {
  const path = usePath();
  const { id, revision } = plan.timetable;
  if (id !== timetable)
    return (
      <Link to={withParameters(path, { revision: String(revision) })}>
        {chatTexts.otherRevision(revision)}
      </Link>
    );
  return (
    <button type="button" onClick={() => propose(intentionOf(plan, propose))}>
      {chatTexts.showPlan}
    </button>
  );
}

/** A plan as something that may be applied; one that has become another is shown again. */
const intentionOf = (plan: Plan, propose: (intention: Intention) => void): Intention => ({
  title: plan.words,
  items: itemsOf(plan.outcome.items),
  plan: {
    outcome: plan.outcome,
    async apply() {
      const { applied } = await ask(applyPlan, { id: plan.id, hash: plan.hash });
      if (applied.isApplied) return chatTexts.applied;
      setTimeout(() => propose(intentionOf(applied.plan, propose)));
      return chatTexts.checkedAgain;
    },
  },
});
