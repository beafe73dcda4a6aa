import type { Intent } from '@class-scheduling/assistant-language';
import type { Text } from '../../../schema/texts.js';
import type { ChangeFacts, UseTool } from '../tools.js';
import { changedLines } from './changed-words.js';
import type { Planning, Step } from './planning.js';
import { lined, say } from './words.js';

/** Changes that an answer tells, and meetings of each. */
const changesMax = 3;
const linesMax = 10;

/** The newest changes of the timetable, with what each did; of the caller alone where that is asked. */
export async function shownChanges(
  { use, timetable, person, timeZone }: Planning,
  { isOwn }: Extract<Intent, { type: 'showChanges' }>,
): Promise<Step> {
  const { changes } = await use('changes', {
    timetable: timetable.id,
    max: changesMax,
    ...(isOwn && { person }),
  });
  if (changes.items.length === 0) return { kind: 'words', text: isOwn ? noneOfYours : none };
  const told = await Promise.all(
    changes.items.map(async (change) => [headOf(change, timeZone), ...(await linesOf(use, change))]),
  );
  const { revision, status } = timetable;
  const head =
    status === 'PUBLISHED'
      ? say(
          `已发布的课表（第 ${revision} 版）最近的变更：`,
          `Newest changes of the published timetable, revision ${revision}:`,
        )
      : say(`草稿 ${revision} 最近的变更：`, `Newest changes of draft ${revision}:`);
  return { kind: 'words', text: lined([head, ...told.flat()]) };
}

/** What a person did, meeting by meeting; what else happens to a timetable concerns all of it. */
async function linesOf(use: UseTool, { id, kind }: ChangeFacts): Promise<Text[]> {
  if (!['EDIT', 'UNDO', 'REDO'].includes(kind)) return [];
  const { change } = await use('changedMeetings', { change: id });
  return changedLines(change.items, linesMax);
}

function headOf({ number, kind, state, reason, createdAt, person }: ChangeFacts, timeZone: string): Text {
  // The notation of Sweden is that of ISO 8601.
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(createdAt),
  );
  const { zh, en } = kinds[kind];
  const who = person ? [person.name] : [];
  const undone = state === 'APPLIED' ? say('', '') : say('（已撤销）', ' (taken back)');
  const why = reason ? [reason] : [];
  return say(
    [`第 ${number} 号，${at}`, ...who, zh + undone.zh, ...why].join('，'),
    [`No. ${number}, ${at}`, ...who, en + undone.en, ...why].join(', '),
  );
}

const kinds: Readonly<Record<ChangeFacts['kind'], Text>> = {
  EDIT: say('调整', 'changed'),
  RUN: say('自动排课', 'scheduled automatically'),
  UNDO: say('撤销', 'took back'),
  REDO: say('重做', 'made again'),
  MERGE: say('并入已发布课表的变更', 'took over what changed in the published timetable'),
  PUBLISH: say('发布', 'published'),
  ROLL_BACK: say('恢复旧版', 'published an earlier revision again'),
  COPY: say('复制另一份课表', 'took over the places of another timetable'),
};

const none = say('这份课表还没有变更。', 'The timetable has not been changed yet.');
const noneOfYours = say('您还没有改动过这份课表。', 'You have not changed this timetable.');
