import { useId, useRef, useState } from 'react';
import { dayName } from '../week/dates.js';
import { weeksText } from '../week/weeks-text.js';
import type { Offer, OwnRound } from './operations.js';
import { enrolmentTexts as texts } from './texts.js';

/** What a student can do about an offer. */
export type Acts = Readonly<Record<'enrol' | 'drop' | 'join' | 'leave' | 'wish', (offer: Offer) => unknown>>;

interface Row {
  readonly offer: Offer;
  readonly own: OwnRound;
  readonly acts: Acts;
  /** Whether the student's place on its waiting list has arrived as well. */
  readonly isKnown: boolean;
}

/** A teaching class on offer: when, by whom, what speaks against it, and what can be done. */
export function OfferRow({ offer, own, acts, isKnown }: Row) {
  const row = useRef<HTMLLIElement>(null);
  const told = useId();
  // The button is gone once it has acted: whoever goes on by keyboard goes on from here.
  const staying = Object.entries(acts).map(([name, act]) => [
    name,
    (each: Offer) => (row.current?.focus(), act(each)),
  ]);
  const { courseName, credits, teachers, times, teachingClass, clashes, hasCourse, isTaken } = offer;
  return (
    <li ref={row} className="card offer" tabIndex={-1}>
      <div id={told}>
        <h3 dir="auto">{courseName}</h3>
        <p className="quiet" dir="auto">
          {teachingClass.name} · {texts.credits(credits)}
          {teachers.length > 0 && ` · ${teachers.join(' ')}`}
        </p>
        <p className="quiet">
          {times.map(({ dayOfWeek, periodStart, periodEnd, weeks }, at) => (
            <span key={at}>
              {at > 0 && ' · '}
              {texts.when(dayName(dayOfWeek), periodStart, periodEnd, weeksText(weeks))}
            </span>
          ))}
        </p>
        {clashes.map(({ message, teachingClassName }) => (
          <p key={message} className="wrong" dir="auto">
            {texts.clash(teachingClassName, message)}
          </p>
        ))}
        {hasCourse && !isTaken && <p className="wrong">{texts.hasCourse}</p>}
        <Beyond {...{ own, offer }} />
      </div>
      <div className="offer-acts" role="group" aria-labelledby={told} aria-live="polite">
        <Seats offer={offer} />
        <Act {...{ offer, own, isKnown }} acts={Object.fromEntries(staying) as Acts} />
      </div>
    </li>
  );
}

/** Which bound of the round leaves no room for it, where nothing else is said against it. */
function Beyond({ own, offer }: Pick<Row, 'own' | 'offer'>) {
  const { countLeft, creditsLeft } = own;
  const isExplained = offer.clashes.length > 0 || offer.hasCourse || offer.isTaken;
  if (offer.fits || isExplained || own.state !== 'OPEN') return null;
  if (countLeft === 0) return <p className="wrong">{texts.noneLeft}</p>;
  return creditsLeft !== null && <p className="wrong">{texts.tooManyCredits(creditsLeft)}</p>;
}

function Seats({ offer: { seats, freeSeats, waitingCount } }: { offer: Offer }) {
  return (
    <span className="quiet">
      {seats === null ? texts.noLimit : texts.seats(freeSeats ?? 0, seats)}
      {waitingCount > 0 && ` · ${texts.waiting(waitingCount)}`}
    </span>
  );
}

/** The one thing that comes next; whether it is allowed, the server says. */
function Act({ offer, own, acts, isKnown }: Row) {
  const isOpen = own.state === 'OPEN';
  if (offer.isTaken)
    return (
      <>
        <span className="tag">{offer.isOwnChoice ? texts.isTaken : texts.isEntered}</span>
        {offer.isOwnChoice && own.mayDrop && <Drop drop={() => acts.drop(offer)} />}
      </>
    );
  if (offer.waitingPosition !== null)
    return (
      <>
        <span className="tag">{texts.position(offer.waitingPosition)}</span>
        {isKnown && <Button name="leave" offer={offer} acts={acts} />}
      </>
    );
  if (!isOpen) return null;
  if (own.round.mode === 'LOTTERY') {
    return own.wishes.some(({ id }) => id === offer.id) ? null : (
      <Button name="wish" offer={offer} acts={acts} />
    );
  }
  return <Button name={offer.freeSeats === 0 ? 'join' : 'enrol'} offer={offer} acts={acts} />;
}

/** A seat that is given up by a slip of the finger may be gone, so it is asked once more. */
function Drop({ drop }: { drop: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <button type="button" onClick={() => setAsked(true)}>
        {texts.drop}
      </button>
    );
  return (
    <span className="row" role="alert">
      {texts.drops}
      <button type="button" className="primary" autoFocus onClick={() => (setAsked(false), drop())}>
        {texts.drop}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {texts.cancel}
      </button>
    </span>
  );
}

function Button({ name, offer, acts }: { name: Exclude<keyof Acts, 'drop'>; offer: Offer; acts: Acts }) {
  const isFirst = name !== 'leave';
  return (
    <button
      type="button"
      className={isFirst ? 'primary' : undefined}
      disabled={isFirst && !offer.fits}
      onClick={() => acts[name](offer)}
    >
      {texts[name]}
    </button>
  );
}
