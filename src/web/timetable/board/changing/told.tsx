import { datedText } from '../../week/dates.js';
import { weekTexts } from '../../week/texts.js';
import { nameOf, standText } from '../model.js';
import type { Moved, MovedDate } from '../operations.js';
import { boardTexts } from '../texts.js';
import type { Outcome, RuleCost } from './operations.js';

/** What a change would do, to which meetings and to whom. */
export function Told({
  outcome: { items, problems, clashes, warnings, cost, affected, endedDates },
}: {
  outcome: Outcome;
}) {
  const people = [...affected.teachers, ...affected.administrativeClasses].map(({ name }) => name);
  return (
    <>
      <ul className="moves">
        {items.map((item) => (
          <Move key={item.meeting.id} item={item} />
        ))}
      </ul>
      <Sentences kind="forbidden" sentences={problems} />
      <Sentences kind="clashes" sentences={clashes.map(({ message }) => message)} />
      <Sentences kind="costs" sentences={warnings} />
      <EndedDates dates={endedDates} />
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
              <Rules rules={cost.rules} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

/** So many of the rules whose cost changes are named. */
const NAMED = 3;

/** Why the cost changes: the rules that change most. */
function Rules({ rules }: { rules: readonly RuleCost[] }) {
  const changed = rules.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return null;
  const by = ({ before, after }: RuleCost): number => Math.abs(after - before);
  return (
    <ul className="rules">
      {changed
        .toSorted((one, other) => by(other) - by(one))
        .slice(0, NAMED)
        .map(({ rule, meaning, before, after }) => (
          <li key={rule}>{boardTexts.ruleChange(meaning, boardTexts.costChange(before, after))}</li>
        ))}
    </ul>
  );
}

/** Changes of single dates that would end. */
export function EndedDates({ dates }: { dates: Outcome['endedDates'] }) {
  const ended = dates.map((date) => `${nameOf(date.meeting)} · ${dateChangeText(date)}`);
  return <Sentences kind="costs" title={boardTexts.endedDates} sentences={ended} />;
}

/** A meeting before and after: in the week, on single dates, or both. */
function Move({ item: { meeting, from, to, dates, wasLocked, isLocked } }: { item: Moved }) {
  const [was, is] = [from, to].map((place) => standText(place, meeting.periods));
  const isWeekly = dates.length === 0 || was !== is || wasLocked !== isLocked;
  return (
    <li dir="auto">
      <strong>{nameOf(meeting)}</strong>
      {isWeekly && (
        <>
          <span>{was}</span>
          <span>
            → {is} {isLocked && `· ${boardTexts.locked}`}
          </span>
        </>
      )}
      {dates.map((date) => (
        <span key={date.week}>{dateChangeText(date)}</span>
      ))}
    </li>
  );
}

/** What a single date was and is. */
function dateChangeText({ week, before, after, from, to }: MovedDate): string {
  const kind = after ? weekTexts[after] : before && boardTexts.restored(weekTexts[before]);
  const [was, is] = [from, to].map((place) => (place ? datedText(place) : boardTexts.notHeld));
  return `${weekTexts.weekNumber(week)} · ${kind}${boardTexts.colon}${was} → ${is}`;
}

/** Sentences under how grave they are. */
export function Sentences({
  kind,
  title = boardTexts[kind],
  sentences,
}: {
  kind: 'forbidden' | 'clashes' | 'costs';
  title?: string;
  sentences: readonly string[];
}) {
  if (sentences.length === 0) return null;
  return (
    <div className="sentences" data-shade={kind}>
      <strong>{title}</strong>
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
