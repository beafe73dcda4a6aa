import { RoleKey } from '../../src/schema/enums.js';
import { tokenOf } from '../scheduling/people.js';
import type { TestServer } from '../support/server.js';
import { names, startTalked, talk } from './talk.js';

let server: TestServer;

beforeAll(async () => {
  ({ server } = await startTalked());
});
afterAll(() => server.stop());

/** Says one thing after the other; what is shown of each answer. */
async function dialogue(texts: readonly string[], token?: string): Promise<string[]> {
  let conversation: string | undefined;
  const said: string[] = [];
  for (const text of texts) {
    const answer = await talk(server, text, { conversation, token });
    conversation = answer.conversation;
    const shown = answer.events.filter(({ kind }) => kind !== 'PERSON');
    said.push(
      shown.flatMap(({ text: words, options }) => [words, ...options.map(({ label }) => label)]).join('|'),
    );
  }
  return said;
}

/** What is said, turn by turn, and what the answer to each shows. */
type Turns = readonly (readonly [string, RegExp])[];
const dialogues: readonly Turns[] = [
  // Rooms by what they are: of those that were told, and none of them.
  [
    ['能坐30人以上的教室有哪几间', /A101（60 座）[^]*B205（60 座）/],
    ['要有多媒体的', /^(?![^]*A101)[^]*B205/],
  ],
  [
    ['能坐30人以上的教室有哪几间', /A101/],
    ['90座以下的不要', /没有这样的教室，请放宽要求/],
  ],
  [
    ['张伟的课表', /高等数学-01，张伟/],
    ['不是张伟，我说的是王芳', /数据结构-01，王芳/],
    ['那周日呢', /王芳，周日没有课/],
    ['计科2301呢', /计科2301，周日没有课/],
  ],
  [
    ['把王芳的高等数学调到周五', /没有找到/],
    ['不对，是数据结构', /数据结构-01/],
    ['2', /计划|可以改为|妨碍/],
    ['那换成周日11-12节行吗', /周日第11-12节|不能改到周日/],
    ['算了', /没有改动|不应用/],
  ],
  [
    ['move 高等数学 to Thursday', /Which one/],
    ['the first one', /Plan|instead/],
    ['make it Friday period 11 instead', /Friday periods 11-12/],
    ['ok', /^Applied/],
    ['undo', /Plan/],
    ['ok, do it', /^Applied/],
  ],
  [
    ['给数据结构换个大点的教室', /有 2 次课符合/],
    ['第一个', /计划|没有/],
  ],
  [
    ['把王芳的数据结构调到周五', /哪一次|下面的/],
    ['1', /计划.*→ 周五第1-2节/s],
    ['换一个', /计划.*→ 周五第(?!1-)/s],
    ['another', /Plan.*→ Friday periods (?!1-)/s],
    ['算了', /课表没有改动/],
  ],
  [
    ['周五晚上有哪些空教室', /（周五）第9-12节/],
    ['那周四呢', /（周四）第9-12节/],
    ['要900人的', /900 座/],
  ],
  [
    ['高等数学的课表', /高等数学-01/],
    ['不是，我说的是计科2301班的', /^(?!.*(?:大学英语|数据结构)).*高等数学-01/s],
  ],
  [
    ['数据结构换个小点的教室，坐得下就行', /有 2 次课符合/],
    ['第一个吧', /计划|没有/],
  ],
  [
    ['把王芳的数据结构调到周五11-12节，先别改，我就问问', /有 2 次课符合/],
    ['第一个吧', /^(?!.*请在 10 分钟内回复)/s],
  ],
  [
    ['把王芳的数据结构调到周五', /哪一次|下面的/],
    ['The first one is fine, go ahead.', /计划.*→ 周五|Plan.*→ Friday/s],
    ['张伟的课表', /高等数学-01/],
    ['好的，确认', /^现在没有等待确认的计划.*重新显示.*计划.*→ 周五/s],
    ['算了，先不动', /课表没有改动/],
    ['确认', /^现在没有等待确认的计划(?!.*→)/],
  ],
  [
    ['张伟的课表', /高等数学-01/],
    ['第一节在哪个教室', /A101|A102|B205/],
    ['那教室坐得下多少人', /座/],
    ['老师叫啥', /张伟/],
    ['他周日有课没', /张伟.*没有课/],
  ],
  [
    ['把王芳的数据结构调到周五', /哪一次|下面的/],
    ['第一个', /计划.*→ 周五/s],
    ['那教室能坐多少人', /座/],
    ['没毛病，按这个定', /^已应用/],
    ['撤销', /计划/],
    ['行，改吧', /^已应用/],
  ],
  [
    ['把王芳的数据结构调到周五', /哪一次|下面的/],
    ['1', /计划.*→ 周五/s],
    ['你好', /您好/],
    ['对了', /^(?!已应用)/],
    ['算了，王老师说不愿意，先不动了', /没有改动/],
  ],
  [
    ['把王芳的数据结构调到周五', /哪一次|下面的/],
    ['1', /计划.*→ 周五/s],
    ['不对，我说的是张伟的高等数学', /高等数学-01/],
    ['算了算了，先不弄了，我回头再跟王老师商量商量', /先放下，没有改动/],
  ],
  [
    ['张伟周五什么时候有空', /张伟有空/],
    ['计科2301呢', /^(?!.*张伟有空).*计科2301有空/s],
    ['那哪些教室空着', /（周五）第.*空着的教室/],
  ],
  [
    ['张伟下周有什么课', /高等数学-01/],
    // One date, and of several lessons it is asked which.
    ['能调到周五吗', /2 次课符合|\d{4}-\d{2}-\d{2}（周.）.* → \d{4}-\d{2}-\d{2}（周五）/],
  ],
  [
    ['A101周一有什么课', /A101/],
    ['那间教室一共多少个座位', /A101（60 座）(?!.*高等数学)/s],
  ],
  // Another room was looked for: which plan is agreed to is shown first.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['那天还有哪些教室空着', /空/],
    ['可以，就这样，执行吧', /^(?!已应用).*重新显示.*→ 周五/s],
  ],
  // What is put off stays, and is answered with what was asked meanwhile.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['等等，先别改，张伟周五有空吗', /^(?!.*计划).*张伟/s],
    ['算了', /没有改动/],
  ],
  [
    ["move 王芳's Wednesday 数据结构 to Friday", /Plan.*→ Friday/s],
    ["hang on, don't do it yet. is 张伟 free then?", /^(?!.*Plan).*张伟/s],
    ['never mind', /left/],
  ],
  // Another goal, after a turn that was not understood; and a yes after one shows the plan that it is of.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['不是这个班是另外一个', /没有听懂/],
    ['可以', /^现在没有等待确认的计划.*重新显示.*→ 周五/s],
    ['蓝色的那种', /还没有改|尚未修改课表/],
    ['嗯11-12节', /周五第11-12节/],
    ['撤了吧', /不应用|没有改动/],
  ],
  [
    ['锁定王芳周三的数据结构', /锁定.*周三/s],
    ['周四那次也一起', /锁定.*周三.*锁定.*周四/s],
    ['算了', /没有改动/],
  ],
  [
    ["lock 王芳's Wednesday 数据结构", /lock.*Wednesday/s],
    ["thursday's too", /lock.*Wednesday.*lock.*Thursday/s],
    ['forget it', /left/],
  ],
  // What every plan is checked for is no condition.
  [
    ['把王芳周三的数据结构调到周五，不冲突的话', /→ 周五/],
    ['学生会收到通知不，在哪个教室', /通知.*A101/s],
    ['退回去，不换了', /没有改动/],
  ],
  // By what lies on the table a no undoes what was made, and drops what was not; why is kept as it was said.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['可以，理由写周四家里有事', /^已应用.*理由：周四家里有事/s],
    ['刚才改了什么', /数据结构.*周四家里有事/s],
    ['撤了吧', /撤销.*计划.*→ 周三/s],
    ['好', /^已应用/],
  ],
  // What is asked beside a plan leaves it; a yes if nothing clashes makes it where nothing does.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['等下，那个教室有多少座位', /座(?!.*不应用)/s],
    ['学生那边有冲突吗', /没有冲突.*还没有改/s],
    ['没冲突就改', /^已应用/],
    ['撤销', /计划/],
    ['不影响的话就改吧', /^已应用/],
  ],
  [['12月26日到12月27日张伟的课都停掉', /那时没有课/]],
  // With the condition it is made before what is said beside it.
  // A plan that a search has left is shown once more by a yes.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['没冲突就改，然后把王芳周五的数据结构锁定', /^已应用.*锁定/s],
    ['算了', /不应用/],
    ['撤销', /计划/],
    ['好的', /^已应用/],
  ],
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['周五下午有哪些空教室', /空着的教室/],
    ['方案里学生会收到通知吗', /还没有改：之后又问了别的/],
    ['就这么改', /重新显示.*→ 周五/s],
    ['算了', /没有改动|不应用/],
  ],
  // A plan that another wish has left, which came to nothing, is not made by a yes behind a question.
  [
    ['把王芳周三的数据结构调到周五', /计划.*→ 周五/s],
    ['换个能坐900人的教室', /^(?!.*计划，)/s],
    ['学生知道吗', /^(?!.*→ 周五)/s],
    ['就这么改', /^(?!已应用)/],
    ['算了', /没有改动|不应用/],
  ],
  [
    ['张伟周五晚上有课吗', /没有课/],
    ['那把王芳周三的数据结构放到周五11-12节', /周五第11-12节/],
    ['算了', /没有改动/],
  ],
];

/** What asks on about what was told. */
const further: readonly Turns[] = [
  [
    ['周五晚上有哪些空教室', /A101（60 座）/],
    ['60座以下的不要', /至少 61 座/],
  ],
  [
    ['which rooms are free on Friday evening', /A101/],
    ['only ones for 900 or more', /such room .at least 900 seats/],
  ],
  [
    ['张伟的课表', /高等数学-01/],
    ['first one, who teaches it', /张伟/],
  ],
  [
    ['张伟一周上多少节', /张伟：每周 2 次课/],
    ['比王芳多吗', /(一样多|更多).*张伟：.*王芳：/s],
  ],
  [
    ['how many periods does 张伟 teach a week', /张伟: 2 lessons/],
    ['is that less than 李娜', /(the same|has more).*张伟: .*李娜: /s],
  ],
  [
    ['计科2301的高等数学在周几', /高等数学-01/],
    ['那周日呢', /周日没有课/],
  ],
  [
    ['张伟周五下午有空吗', /张伟/],
    ['is he free sunday morning then', /Sunday.*periods 1-4/],
  ],
];

/** Whoever may change nothing asks on as well. */
const ofOthers: readonly Turns[] = [
  [
    ['把张伟的高等数学取消', /不能调整课表/],
    ['那这门课谁上', /张伟/],
  ],
  [
    ['高等数学要不要考试', /不归我管.*请问任课教师或教务/],
    ['那这门课谁上', /张伟/],
  ],
  [
    ['周五晚上有哪些空教室', /（周五）第9-12节/],
    ['那7-8节呢', /（周五）第7-8节/],
    ['给我占一个呗', /不能预订|联系/],
    ['第一间能坐多少人', /座/],
  ],
  [
    ['把张伟的高等数学调到周五', /不能调整课表/],
    ['那这门课老师是谁', /张伟/],
    ['他周日有课没', /没有课/],
  ],
];
const told = [
  ...[...dialogues, ...further].map((turns) => [turns[0][0], null, turns] as const),
  ...[RoleKey.TEACHER, RoleKey.STUDENT].flatMap((role) =>
    ofOthers.map((turns) => [`${turns[0][0]}, ${role}`, role, turns] as const),
  ),
];

test.each(told)('what follows is understood: %s', async (_, role, turns) => {
  const token = role ? await tokenOf(server, role) : undefined;
  const answers = await dialogue(
    turns.map(([text]) => text),
    token,
  );
  for (const [at, [text, shown]] of turns.entries())
    expect({ text, answer: answers[at] }).toEqual({ text, answer: expect.stringMatching(shown) });
});

test.each([
  ['现在课表有没有冲突', /没有未解决的冲突/],
  ['还有哪些课没排上，为啥', /所有的课都已排上/],
  ['课时最多的老师', /平均每周 4 节：\n1\. 张伟：每周最多 4 节，共 64 节\n1\. /],
  ['张伟一周上多少节', /张伟：每周 2 次课，4 节/],
  ['B205能坐多少人', /B205（60 座）.*有多媒体/],
  ['how many seats does A101 have', /A101 \(60 seats\).*no multimedia/],
] as const)('what people ask every day is answered, a teacher too: %s', async (text, shown) => {
  const [answer] = await dialogue([text], await tokenOf(server, RoleKey.TEACHER));
  expect(answer).toMatch(shown);
});

test.each([
  '那7-8节有没有空机房，想去练练程序',
  'How many students are in 高等数学, and has the Friday room enough seats?',
])('whoever only asks is not refused as if he wished a change: %s', async (text) => {
  const [answer] = await dialogue([text], await tokenOf(server, RoleKey.STUDENT));
  expect(answer).not.toMatch(/不能调整课表|may not change/);
});

test.each(['把周五的课都取消了', '取消周三的高等数学', '把高等数学给我上', '把王芳的课给我上'])(
  'whoever may not plan is told so at once, and what to do instead: %s',
  async (text) => {
    const [answer] = await dialogue([text], await tokenOf(server, RoleKey.TEACHER));
    expect(answer).toMatch(/不能调整课表.*可以/);
    expect(answer).not.toMatch(/哪|是每周/);
  },
);

const han = /[\u4e00-\u9fff，。！？；：]/;
const recordNames = new RegExp([...Object.values(names).flat(), '多媒体教室'].join('|'), 'g');

test.each([
  'let 李娜 teach 高等数学|1',
  'make 数据结构 every odd week|hold 数据结构 in weeks 1-8|1',
  'cancel 数据结构 on Monday|Only once',
  'move 高等数学 to Sunday, not in the morning|1|another|never mind',
  'how many seats does A101 have|timetable of Nobody|what is the weather|move it to Friday',
  'in draft 9 move 数据结构 to Friday|confirm|undo',
])('who speaks English is answered in English, names apart: %s', async (turns) => {
  for (const token of [undefined, await tokenOf(server, RoleKey.TEACHER)])
    for (const answer of await dialogue(turns.split('|'), token))
      expect(answer.replace(recordNames, '')).not.toMatch(han);
});
