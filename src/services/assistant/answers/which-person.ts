import {
  optionsMax,
  type Intent,
  type MeetingRef,
  type TimeWish,
} from '@class-scheduling/assistant-language';
import { isChanging } from '../planner/edits.js';
import { meetingsOf } from '../planner/meetings.js';
import { offered, type Wishes } from '../planner/planning.js';
import { UnsettledError } from '../planner/step.js';
import { withoutDate } from '../planner/times.js';
import { plain, say } from '../planner/words.js';

/** More than whom nobody names one by one. */
const namedMax = 3;

/** Whose lessons are all to be changed or taught by others, and when. */
function ofWhom(intent: Intent): { readonly ref: MeetingRef; readonly at?: TimeWish } | null {
  if (intent.type === 'absent') return { ref: intent.of, at: intent.at };
  if (intent.type === 'findTeachers') return intent.meeting ? { ref: intent.meeting, at: intent.at } : null;
  if (!isChanging(intent) || !('meeting' in intent)) return null;
  const isOfAll = intent.meeting.isEvery === true && intent.type !== 'singleDate';
  const isHandedOver = intent.type === 'singleDate' && intent.action === 'SUBSTITUTE';
  return isOfAll || isHandedOver ? { ref: intent.meeting } : null;
}

/** The wish of one of those whom it may mean. */
const ofOne = (intent: Intent, ref: MeetingRef, id: string): Intent => {
  const meant = { ...ref, teachers: [id] };
  return (intent.type === 'absent' ? { ...intent, of: meant } : { ...intent, meeting: meant }) as Intent;
};

/**
 * 汤老师的课都锁了: where a surname is of several people, whom is meant, and not what each of them has.
 * @throws UnsettledError with that question
 */
export async function onePerson(wishes: Wishes): Promise<void> {
  const { use, situation, timetable, may, intents, pins } = wishes;
  // Others change no lessons but their own.
  for (const intent of may === 'CHANGE' ? intents : []) {
    const { ref = {}, at } = ofWhom(intent) ?? {};
    const people = situation.names.filter(({ id }) => ref.teachers?.includes(id));
    const isSurname = new Set(people.map(({ name }) => name[0])).size === 1 || people.length > namedMax;
    if (people.length < 2 || !isSurname) continue;
    const when = withoutDate(situation, { ...ref.at, ...at });
    const held = await meetingsOf({ use, situation, timetable }, { ...ref, at: when });
    const isBusy = (id: string): boolean =>
      held.some(({ teachers }) => teachers.some((one) => one.id === id));
    const busy = people.filter(({ id }) => isBusy(id));
    if (busy.length < 2) continue;
    const options = busy.slice(0, optionsMax).map(({ id, name }) => {
      const only = intents.map((one) => (one === intent ? ofOne(one, ref, id) : one));
      return offered(wishes, plain(name), { intents: only, pins });
    });
    const names = busy.map(({ name }) => name).join('、');
    throw new UnsettledError({
      kind: 'question',
      question: say(`您指的是哪一位：${names}？`, `Whom do you mean: ${names}?`),
      options,
    });
  }
}
