import { useEffect, useRef } from 'react';
import { Link, usePath } from '../shell/router.js';
import { useIsPlanner, useUser } from '../shell/user.js';
import type { Block } from './blocks.js';
import { ChangeText } from './change-text.js';
import { dayName, periodsText, shortDate } from './dates.js';
import { ownerIn, weekOf } from './owners.js';
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
      {block.change && <ChangeText change={block.change} />}
      <dl>
        <dt>{weekTexts.time}</dt>
        <dd>
          {dayName(block.day)} {held && shortDate(held.date)} {periodsText(periodStart, periodEnd)}
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
      <form method="dialog" className="row">
        <ToDates block={block} close={close} />
        <button type="submit" autoFocus>
          {weekTexts.close}
        </button>
      </form>
    </dialog>
  );
}

/** The way to where this date is changed, or asked to be by a teacher who looks at the own week. */
function ToDates({
  block: { id, held, change, teachingClassId },
  close,
}: {
  block: Block;
  close: () => void;
}) {
  const role = useUser()?.role.key;
  const { query } = usePath();
  const isPlanner = useIsPlanner();
  const isOwn = role === 'TEACHER' && !ownerIn(query);
  const date = change?.planned.date ?? held?.date;
  if (!(isPlanner || isOwn) || !date || !teachingClassId) return null;
  const semester = query.get('semester');
  const of = { class: teachingClassId, assignment: id, date, ...(semester && { semester }) };
  return (
    <Link className="button" to={`/dates?${new URLSearchParams(of)}`} onClick={close}>
      {isPlanner ? weekTexts.changeDate : weekTexts.askForChange}
    </Link>
  );
}
