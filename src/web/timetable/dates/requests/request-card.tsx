import { useState } from 'react';
import type { Intention } from '../../board/changing/intention.js';
import type { DateItem } from '../../board/changing/operations.js';
import { Preview } from '../../board/changing/preview.js';
import { ask, Refusal } from '../../shell/client.js';
import { Form } from '../../shell/form.js';
import { dayText } from '../../shell/moments.js';
import { Wrong } from '../../shell/states.js';
import { useAct } from '../../shell/use-act.js';
import { ChangeText } from '../../week/change-text.js';
import { weekTexts } from '../../week/texts.js';
import { dateTexts as texts } from '../texts.js';
import { type DateRequest, reviewDateRequest, withdrawDateRequest } from './operations.js';

interface CardProps {
  request: DateRequest;
  isPlanner: boolean;
  /** Tells what has become of it. */
  decided: (news: string, isAccepted?: boolean) => void;
}

/** A request, how it stands, and what the reader can do with it. */
export function RequestCard({ request, isPlanner, decided }: CardProps) {
  const { id, status, teacher, meeting, week, wanted, reason, answer, createdAt } = request;
  const { act, failure } = useAct();
  const withdraw = () => act(() => ask(withdrawDateRequest, { id }).then(() => decided(texts.withdrawn)));
  return (
    <li data-testid="date-request">
      <div className="row">
        <strong dir="auto">
          {[isPlanner && teacher.name, meeting.teachingClass.name].filter(Boolean).join(' · ')}
        </strong>
        <span className="tag">{texts[status]}</span>
        <span className="quiet">
          {weekTexts.weekNumber(week)} · {texts.askedOn(dayText(createdAt))}
        </span>
      </div>
      {wanted ? <ChangeText change={wanted} /> : <p className="quiet">{texts.placeless}</p>}
      <p dir="auto">
        {texts.reason}
        {reason}
      </p>
      {answer && (
        <p dir="auto">
          {texts.answered}
          {answer}
        </p>
      )}
      <Wrong text={failure} />
      {status === 'PENDING' && !isPlanner && (
        <div>
          <button type="button" onClick={withdraw}>
            {texts.withdraw}
          </button>
        </div>
      )}
      {status === 'PENDING' && isPlanner && <Review {...{ request, decided }} />}
    </li>
  );
}

/** Accepting shows first what it would do; refusing says why. */
function Review({ request, decided }: Omit<CardProps, 'isPlanner'>) {
  const [step, setStep] = useState<'accept' | 'refuse'>();
  const { id, meeting } = request;
  const item = itemOf(request);
  const accept: Intention = {
    title: meeting.teachingClass.name,
    items: [],
    dates: item && [item],
    apply: async ({ reason, publicNote, acceptsClashes }) => {
      const said = { answer: reason.trim() || undefined, publicNote: publicNote.trim() || undefined };
      try {
        await ask(reviewDateRequest, { id, accepts: true, acceptsClashes, ...said });
      } catch (error) {
        // It waits for nobody any more, so that it goes from the list, and with it what was said here.
        if (error instanceof Refusal && error.codes.includes('OPERATION_INVALID')) decided(error.message);
        throw error;
      }
      return texts.accepted;
    },
  };
  return (
    <>
      <div className="row">
        {item && (
          <button type="button" aria-expanded={step === 'accept'} onClick={() => setStep('accept')}>
            {texts.accept}
          </button>
        )}
        <button type="button" aria-expanded={step === 'refuse'} onClick={() => setStep('refuse')}>
          {texts.refuse}
        </button>
      </div>
      {step === 'accept' && meeting.assignment && (
        <Preview
          revision={meeting.assignment.timetable}
          intention={accept}
          close={(said) => (setStep(undefined), said && decided(said, true))}
        />
      )}
      {step === 'refuse' && (
        <Form
          fields={[{ name: 'answer', label: texts.answer, required: true, maxLength: 255 }]}
          action={texts.refusing}
          submit={({ answer }) =>
            ask(reviewDateRequest, { id, accepts: false, answer }).then(() => decided(texts.refused))
          }
        />
      )}
    </>
  );
}

/** A request as the change that it asks for; undefined where there is no date of it any more. */
function itemOf({ meeting, week, wanted }: DateRequest): DateItem | undefined {
  const date = meeting.assignment?.occurrences.find((each) => each.week === week)?.date;
  if (!date || !wanted) return undefined;
  const { actual } = wanted;
  if (!actual) return { meeting: meeting.id, date, isCancelled: true };
  const to = {
    date: actual.date ?? undefined,
    periodStart: actual.periodStart,
    classroom: actual.classroom?.id,
    teacher: actual.teacher?.id,
  };
  return { meeting: meeting.id, date, to };
}
