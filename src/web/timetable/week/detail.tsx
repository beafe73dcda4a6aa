import { useEffect, useRef } from 'react';
import { Link } from '../shell/router.js';
import type { Block } from './blocks.js';
import { dayName, dayOf, shortDate } from './dates.js';
import type { DateChange, DatedPlace } from './operations.js';
import { weekOf } from './owners.js';
import { weekTexts } from './texts.js';
import { weeksText } from './weeks-text.js';

/** Everything about one meeting, with the ways to the weeks of its room, teachers and course. */
export function Detail({ block, close }: { block: Block; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { course, held, weeks, periodStart, periodEnd, room, building, campus } = block;
  return (
    <dialog ref={dialog} className="detail" onClose={close} aria-labelledby="detail-title">
      <h2 id="detail-title" dir="auto">
        <Link to={weekOf('course', course.id)} onClick={close}>
          {course.name}
        </Link>
      </h2>
      {block.change && <Change change={block.change} />}
      <dl>
        <dt>{weekTexts.time}</dt>
        <dd>
          {dayName(block.day)} {held && shortDate(held.date)}{' '}
          {periodStart === periodEnd
            ? weekTexts.period(periodStart)
            : weekTexts.periods(periodStart, periodEnd)}
          {held?.start && ` · ${held.start}–${held.end}`}
          {weeks && ` · ${weekTexts.weeks(weeksText(weeks))}`}
        </dd>
        <dt>{weekTexts.place}</dt>
        <dd dir="auto">
          <Link to={weekOf('room', room.id)} onClick={close}>
            {room.name}
          </Link>{' '}
          · {building} · {campus.name}
        </dd>
        <dt>{weekTexts.teacher}</dt>
        <dd>
          {block.teachers.map(({ teacher, role }) => (
            <span key={teacher.id + role} className="detail-teacher" dir="auto">
              <Link to={weekOf('teacher', teacher.id)} onClick={close}>
                {teacher.name}
              </Link>
            </span>
          ))}
        </dd>
        <dt>{weekTexts.teachingClass}</dt>
        <dd dir="auto">{[block.teachingClass, ...block.groups].join(' · ')}</dd>
        {block.kind && (
          <>
            <dt>{weekTexts.kind}</dt>
            <dd dir="auto">{block.kind}</dd>
          </>
        )}
      </dl>
      <form method="dialog">
        <button type="submit" autoFocus>
          {weekTexts.close}
        </button>
      </form>
    </dialog>
  );
}

/** What is otherwise on this date, and what those whom it concerns are told of it. */
function Change({ change: { kind, publicNote, planned, actual } }: { change: DateChange }) {
  return (
    <div className="detail-change">
      <b className={`change change-${kind}`}>{weekTexts[kind]}</b>
      <p dir="auto">
        {weekTexts.planned} {placeText(planned)}
      </p>
      {actual && (
        <p dir="auto">
          {weekTexts.actual} {placeText(actual)}
        </p>
      )}
      {publicNote && <p dir="auto">{publicNote}</p>}
    </div>
  );
}

const placeText = ({ date, periodStart, periodEnd, classroom, teacher }: DatedPlace): string =>
  [
    date && `${shortDate(date)} ${dayName(dayOf(date))}`,
    weekTexts.periods(periodStart, periodEnd),
    classroom?.name,
    teacher?.name,
  ]
    .filter(Boolean)
    .join(' · ');
