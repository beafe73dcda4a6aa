import { requestStates } from '../../../schema/timetables.js';
import { datesChanged } from '../planner/changed-words.js';
import { listed, type Planning } from '../planner/planning.js';
import { words, type Of, type Step } from '../planner/step.js';
import { momentIn } from '../../../schema/clock.js';
import { headed, numberOf, plain, say } from '../planner/words.js';

/** What teachers asked of academic affairs and what came of it: of a teacher the own requests. */
export async function shownRequests(planning: Planning, { isBack }: Of<'showRequests'>): Promise<Step> {
  const { use, may, timeZone } = planning;
  if (may === 'LOOK') return words(ofTeachers);
  const { dateRequests } = await use('dateRequests', {});
  const { items, total } = dateRequests;
  if (items.length === 0) return words(may === 'REQUEST' ? noneSent : noneThere);
  const lines = items.map(({ status, answer, createdAt, teacher, meeting, wanted }) => {
    const [what = plain(meeting?.teachingClass?.name ?? '')] = wanted
      ? datesChanged({ meeting, dates: [{ from: wanted.planned, to: wanted.actual }] })
      : [];
    const [name, sent] = [teacher?.name ?? '', momentIn(timeZone, createdAt)];
    const { zh, en } = requestStates[status];
    const head = say(`${zh}（${name} ${sent}）`, `${en} (${name}, ${sent})`);
    const [saidZh, saidEn] = answer ? [`；答复：${answer}`, `; answer: ${answer}`] : ['', ''];
    return headed(head, say(what.zh + saidZh, what.en + saidEn));
  });
  const waiting = items.filter(({ status }) => status === 'PENDING').length;
  const [own, ownEn] = may === 'REQUEST' ? ['您', ' of yours'] : ['', ''];
  const [of, ofEn] =
    total > items.length ? [`最新 ${items.length} 条中`, `the newest ${items.length}`] : ['其中', 'which'];
  const heads = [
    ...(isBack ? [takenBack] : []),
    say(
      `${own}共有 ${total} 条申请，${of} ${waiting} 条待审批。`,
      `${numberOf(total, 'request')}${ownEn}, of ${ofEn} ${waiting} wait for a decision.`,
    ),
  ];
  return listed(planning, heads, lines);
}

const takenBack = say(
  '这里没有撤回任何申请：请在“单次变更”页的“我的申请”里点“撤回申请”，只有待审批的可以撤回。',
  'Nothing was withdrawn here: press "Withdraw" in "My requests" on the page "Single dates" ' +
    'while one still waits.',
);
const noneSent = say(
  '您没有提交过申请。要申请请说哪一天的哪节课停课、调到什么时间或请谁代课，由教务审批。',
  'You have requested nothing yet. Say which lesson of which date shall be called off, moved or taught by ' +
    'somebody else; academic affairs decide.',
);
const noneThere = say('没有教师的申请。', 'No teacher has requested anything.');
const ofTeachers = say(
  '这里的申请由任课教师提交、教务审批，学生没有。调课有没有变动可以问我；其他事请问辅导员或所在学院的教务。',
  'Requests here are those of teachers, on which academic affairs decide; students have none. Ask me ' +
    'whether lessons are otherwise, and your counsellor or academic affairs for anything else.',
);
