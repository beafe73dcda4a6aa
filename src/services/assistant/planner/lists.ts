import type { Text } from '../../../schema/texts.js';
import type { Planning } from './planning.js';
import type { Step } from './step.js';
import { firstLines, lined, say } from './words.js';

/** Lines that an answer tells unasked, and that it has at most. */
const toldMax = 5;
const linesMax = 40;

/** A list: of a long one how many lines it has and the first, and the offer of all of them. */
export function listed(planning: Planning, head: readonly Text[], lines: readonly Text[]): Step {
  const { intents, pins, isWhole, language } = planning;
  if (isWhole || intents.length > 1 || lines.length <= toldMax + 1)
    return { kind: 'words', text: lined([...head, ...firstLines(lines, linesMax)]) };
  const count = say(
    `共 ${lines.length} 项，前 ${toldMax} 项：`,
    `${lines.length} in all, the first ${toldMax}:`,
  );
  const all = say('全部列出', 'List all of them');
  return {
    kind: 'question',
    question: lined([...head, count, ...lines.slice(0, toldMax)]),
    options: [{ label: all, text: all[language], resume: { intents, pins, isWhole: true } }],
  };
}
