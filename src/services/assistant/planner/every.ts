import { type Intent, intentsMax, type Situation } from '@class-scheduling/assistant-language';
import type { Pin } from '../event-data.js';
import { isChanging } from './edits.js';
import { isNamed, meetingsOf } from './meetings.js';
import { pinOf, type Planning } from './planning.js';
import { type TimeSpan, fitsWish, isWelcome, withoutDate } from './times.js';
import { say } from './words.js';
import { inOrder, type HeldMeeting } from './held.js';
import { refuse } from './step.js';

type Wishes = Omit<Planning, 'before'>;

/**
 * Wishes that mean every meeting of a mention, as one wish for each of them, so that each is judged and asked
 * about by itself; the others as they are.
 * @throws UnsettledError when they are more than one plan holds
 */
export async function eachOf(wishes: Wishes): Promise<Wishes> {
  if (!wishes.intents.some(meansEvery)) return wishes;
  const intents: Intent[] = [];
  const pins: Record<string, Pin> = {};
  for (const [at, intent] of wishes.intents.entries()) {
    const meetings = meansEvery(intent) ? await meetingsOfEvery(wishes, intent) : [];
    for (const meeting of meetings) {
      pins[`${intents.length}.meeting`] = pinOf(meeting);
      intents.push(ofOne(intent));
    }
    if (meetings.length > 0) continue;
    for (const mention of ['meeting', 'first', 'second']) {
      const pin = wishes.pins[`${at}.${mention}`];
      if (pin) pins[`${intents.length}.${mention}`] = pin;
    }
    intents.push(intent);
  }
  if (intents.length > intentsMax) throw refuse(tooMany(intents.length));
  return { ...wishes, intents, pins };
}

const meansEvery = (intent: Intent): boolean =>
  isChanging(intent) &&
  intent.type !== 'singleDate' &&
  'meeting' in intent &&
  intent.meeting.isEvery === true &&
  isNamed(intent.meeting);

async function meetingsOfEvery(
  { use, situation, timetable }: Wishes,
  intent: Intent,
): Promise<readonly HeldMeeting[]> {
  if (!('meeting' in intent) || !intent.meeting) return [];
  const found = await meetingsOf(use, situation, timetable, intent.meeting);
  const held = inOrder(found.filter(({ time }) => time));
  const moved = held.filter(({ time }) => !isThereAlready(situation, time!, intent));
  if (held.length > 0 && moved.length === 0) throw refuse(allThere);
  return moved;
}

/** Whether a meeting is at a time that all are to be moved to: moving it within that would serve nobody. */
const isThereAlready = (situation: Situation, time: TimeSpan, intent: Intent): boolean =>
  intent.type === 'move' &&
  !intent.by &&
  !intent.room &&
  Object.keys(intent.to ?? {}).length > 0 &&
  fitsWish(situation, time, withoutDate(situation, intent.to!)) &&
  isWelcome(situation, time, intent);

const allThere = say(
  '这些课都已经在所说的时间，无需移动。',
  'All of them are at such a time already, so nothing has to move.',
);

function ofOne(intent: Intent): Intent {
  if (!('meeting' in intent) || !intent.meeting) return intent;
  const { isEvery: _, ...meeting } = intent.meeting;
  return { ...intent, meeting } as Intent;
}

const tooMany = (count: number) =>
  say(
    `共有 ${count} 次课符合，一次最多调整 ${intentsMax} 次。请说得更具体，例如加上星期、课程或班级。`,
    `${count} meetings match, and one plan changes at most ${intentsMax}. Maybe name a day, course or class.`,
  );
