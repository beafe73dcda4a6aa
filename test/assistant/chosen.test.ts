import {
  agreeingIn,
  besideOwnRight,
  choiceWithMore,
  chosenOption,
} from '@class-scheduling/assistant-language';

const options = ['周四第9-10节，致远楼201', '周五第5-6节，明德楼102', '周一第7-8节，致远楼201'].map((zh) => ({
  label: { zh, en: `in English ${zh}` },
  text: zh,
}));

const chosen = (answer: string): number =>
  options.findIndex((option) => option === chosenOption(answer, options));

test.each([
  ...[
    '2',
    '２',
    '第二个',
    '2号',
    '#2',
    '2.',
    '选2',
    '还是第2个好',
    '那就第二个吧',
    '我选2',
    '就第2种',
    '第2个可以',
  ],
  ...['the second one', 'option 2', "I'll take the second one, please", 'OK, 2 then', "let's take option 2"],
  '周五第5-6节，明德楼102',
])('%s chooses the second option', (answer) => {
  expect(chosen(answer)).toBe(1);
});

test.each(['最后一个', '还是最后一个吧', 'the last one'])('%s chooses the last option', (answer) => {
  expect(chosen(answer)).toBe(2);
});

test.each([
  ...[
    '第4个',
    '不要第2个',
    '第2个不行',
    '第2个可以吗',
    '除了第2个',
    '第2节',
    '周二',
    '2点',
    '2周',
    '12',
    '行',
    '好的',
  ],
  ...[
    'not the second one',
    'the second one?',
    'period 2',
    '2 pm',
    '第2个和第3个',
    '第2个改到周五',
    'last week',
    '',
  ],
])('%s chooses none', (answer) => {
  expect(chosen(answer)).toBe(-1);
});

test('a choice that can be parted in countless ways is none, and told at once', () => {
  expect(chosen(`${'的那个'.repeat(600)}猫`)).toBe(-1);
});

test.each([
  ['那就这样办吧。对了，改完学生看得到吗', 'CONFIRM', '改完学生看得到吗'],
  ['行，不过教室换大点', 'AGREE', '教室换大点'],
  ['thanks. and the calculus of CS2301?', 'AGREE', 'the calculus of CS2301?'],
  ['那第1-2节吧，烦你报上去，谢谢', 'AGREE', '那第1-2节吧,'],
])('%s says more than yes', (text, as, rest) => {
  expect(agreeingIn(text)).toMatchObject({ as, rest });
});

test.each(['就这么办，谢谢', '周五没课，对吧', '把高数调到周五，行吗', '算了，别改了'])(
  '%s agrees to nothing beside something else',
  (text) => {
    expect(agreeingIn(text)).toBeNull();
  },
);

test.each([
  ['我自己能改吗', ''],
  ['and 税法 of 会计2401, can I move that one myself?', '税法 of 会计2401'],
  ['我能把高数改到周五吗', null],
])('%s asks for the right, or does not', (text, rest) => {
  expect(besideOwnRight(text)).toBe(rest);
});

test.each([
  ['就第二个吧，教室大一点', 1, '教室大一点'],
  ['the second one, he said yes already', 1, 'he said yes already'],
  ['第一个，他那天有空吗', null, ''],
  ['第一个，算了', null, ''],
])('%s chooses and says more, or asks', (text, at, rest) => {
  const options = ['周一第1-2节', '周二第1-2节'].map((one) => ({ label: { zh: one, en: one }, text: one }));
  expect(choiceWithMore(text, options)).toEqual(at === null ? null : { option: options[at], rest });
});
