import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ask, useQuery } from '../../shell/client.js';
import { Failure, Wrong } from '../../shell/states.js';
import { weekTexts } from '../../week/texts.js';
import { nameOf, standText } from '../model.js';
import type { Revision } from '../operations.js';
import { change, type ChangeItem, type Outcome, rankedRooms, rankedTeachers } from './operations.js';
import { boardTexts } from '../texts.js';
import type { Intention } from './intention.js';

/** Shows what a change would do, and to whom; a second step makes it. */
export function Preview({
  revision,
  intention,
  close,
}: {
  revision: Revision;
  intention: Intention;
  close: (news?: string) => void;
}) {
  const [items, isIncomplete] = useCompleted(revision, intention.items);
  const [terms, setTerms] = useState<Terms>({ reason: '', acceptsClashes: false });
  const [refusal, setRefusal] = useState<Error>();
  const { outcome, error } = useOutcome(revision, intention, isIncomplete ? undefined : items);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [intention]);
  const isFree = outcome && outcome.problems.length === 0 && !isIncomplete;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const made = intention.plan ? intention.plan.apply() : make(revision, items, terms);
    made.then(close, setRefusal);
  };
  return (
    <form className="card stack preview" onSubmit={apply} data-testid="preview">
      <h2 ref={heading} tabIndex={-1}>
        {boardTexts.preview}
      </h2>
      {!outcome && <p dir="auto">{intention.title}</p>}
      {error && <Failure error={error} />}
      {!outcome && !error && <p role="status">{boardTexts.checking}</p>}
      {outcome && <Told outcome={outcome} />}
      {outcome && !intention.plan && (
        <TermFields
          {...{ terms, setTerms }}
          hasClashes={outcome.clashes.length > 0}
          isPublished={revision.status === 'PUBLISHED'}
        />
      )}
      <Wrong text={refusal?.message} />
      <div className="row">
        <button
          type="submit"
          className="primary"
          disabled={!isFree || (outcome.clashes.length > 0 && !intention.plan && !terms.acceptsClashes)}
        >
          {boardTexts.apply}
        </button>
        <button type="button" onClick={() => close()}>
          {boardTexts.cancel}
        </button>
      </div>
    </form>
  );
}

interface Terms {
  readonly reason: string;
  readonly acceptsClashes: boolean;
}

async function make(
  revision: Revision,
  items: readonly ChangeItem[],
  { reason, acceptsClashes }: Terms,
): Promise<string> {
  const why = reason.trim() || undefined;
  await ask(change, { timetable: revision.id, items, isDryRun: false, acceptsClashes, reason: why });
  return boardTexts.applied;
}

/** What somebody who makes a change says of it. */
function TermFields({
  terms,
  setTerms,
  hasClashes,
  isPublished,
}: {
  terms: Terms;
  setTerms: (terms: Terms) => void;
  hasClashes: boolean;
  isPublished: boolean;
}) {
  const needsReason = isPublished || terms.acceptsClashes;
  return (
    <>
      {hasClashes && (
        <label className="check">
          <input
            type="checkbox"
            checked={terms.acceptsClashes}
            onChange={(event) => setTerms({ ...terms, acceptsClashes: event.target.checked })}
          />
          {boardTexts.acceptClashes}
        </label>
      )}
      <label>
        {needsReason ? boardTexts.reasonNeeded : boardTexts.reason}
        <input
          name="reason"
          value={terms.reason}
          maxLength={255}
          required={needsReason}
          onChange={(event) => setTerms({ ...terms, reason: event.target.value })}
        />
      </label>
    </>
  );
}

/** What the server says of it. */
function useOutcome(revision: Revision, { plan }: Intention, items?: readonly ChangeItem[]) {
  const [told, setTold] = useState<{ outcome?: Outcome; error?: Error }>({});
  const key = JSON.stringify(items);
  useEffect(() => {
    setTold({});
    if (plan || !items) return;
    let isCurrent = true;
    ask(change, { timetable: revision.id, items, isDryRun: true }).then(
      ({ outcome }) => isCurrent && setTold({ outcome }),
      (error: Error) => isCurrent && setTold({ error }),
    );
    return () => void (isCurrent = false);
  }, [revision.id, key, plan]);
  return plan ? { outcome: plan.outcome, error: undefined } : told;
}

/**
 * The items with the best room and teacher, where a meeting without a place is given a time alone; and
 * whether that is still being looked for.
 */
function useCompleted(revision: Revision, items: readonly ChangeItem[]): [readonly ChangeItem[], boolean] {
  const [{ meeting, place }] = items;
  const lacks = (what: 'classroom' | 'teacher') => place?.dayOfWeek && what in place && !place[what];
  const moment = {
    timetable: revision.id,
    meeting,
    dayOfWeek: place?.dayOfWeek ?? 0,
    periodStart: place?.periodStart ?? 0,
  };
  const room = useQuery(rankedRooms, lacks('classroom') ? moment : undefined).data?.candidates[0]?.thing;
  const teacher = useQuery(rankedTeachers, lacks('teacher') ? moment : undefined).data?.candidates[0]?.thing;
  if (!lacks('classroom') && !lacks('teacher')) return [items, false];
  const found = {
    ...place,
    ...(lacks('classroom') && { classroom: room?.id }),
    ...(lacks('teacher') && { teacher: teacher?.id }),
  };
  return [[{ ...items[0], place: found }, ...items.slice(1)], !found.classroom || !found.teacher];
}

function Told({ outcome: { items, problems, clashes, warnings, cost, affected } }: { outcome: Outcome }) {
  const people = [...affected.teachers, ...affected.administrativeClasses].map(({ name }) => name);
  return (
    <>
      <ul className="moves">
        {items.map(({ meeting, from, to, isLocked }) => (
          <li key={meeting.id} dir="auto">
            <strong>{nameOf(meeting)}</strong>
            <span>{standText(from, meeting.periods)}</span>
            <span>
              → {standText(to, meeting.periods)} {isLocked && `· ${boardTexts.locked}`}
            </span>
          </li>
        ))}
      </ul>
      <Sentences kind="forbidden" sentences={problems} />
      <Sentences kind="clashes" sentences={clashes.map(({ message }) => message)} />
      <Sentences kind="costs" sentences={warnings} />
      <dl className="facts">
        <dt>{boardTexts.affected}</dt>
        <dd dir="auto">
          {people.join(weekTexts.comma) || boardTexts.nobody}
          {affected.studentCount > 0 && ` · ${boardTexts.students(affected.studentCount)}`}
        </dd>
        {cost && (
          <>
            <dt>{boardTexts.cost}</dt>
            <dd>
              {boardTexts.costChange(cost.softBefore, cost.softAfter)}
              {cost.hardAfter !== cost.hardBefore &&
                boardTexts.semicolon + boardTexts.hardChange(cost.hardBefore, cost.hardAfter)}
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

/** Sentences under how grave they are. */
export function Sentences({
  kind,
  sentences,
}: {
  kind: 'forbidden' | 'clashes' | 'costs';
  sentences: readonly string[];
}) {
  if (sentences.length === 0) return null;
  return (
    <div className="sentences" data-shade={kind}>
      <strong>{boardTexts[kind]}</strong>
      <ul>
        {sentences.map((sentence) => (
          <li key={sentence} dir="auto">
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
