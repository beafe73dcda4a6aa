import { chosenOption } from '@class-scheduling/assistant-language';

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
