import { textMax } from '@class-scheduling/assistant-language';
import type { AssistantEvent, AssistantQuestion } from '../../../schema/assistant.js';
import { RoleKey } from '../../../schema/enums.js';
import { DomainError, errors } from '../../../schema/errors.js';
import { say, type Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { listOf } from '../planner/words.js';
import { cut, valuesFor } from './fill.js';
import { shownFields } from './form.js';
import { destinations, directionIn } from './navigation.js';
import { scriptOf } from './script.js';
import { readFormSentence } from './sentence.js';

/** What the page of a client is told to do. */
type Result =
  | { readonly type: 'route'; readonly route: string }
  | { readonly type: 'script'; readonly javascript: string };

const steps = {
  reading: say('识别意图', 'reading what is wanted'),
  route: say('打开页面', 'opening the page'),
  script: say('填写表单', 'filling in the form'),
};

/**
 * Opens a page for an administrator, or fills in the form that the page shows: by words, from declared pages,
 * fields and one template. Never guesses: whatever is not plain is an error that says what could be said.
 * @throws DomainError
 */
export async function* operate(ctx: Context, question: AssistantQuestion): AsyncGenerator<AssistantEvent> {
  const step = ({ [ctx.language]: name }: Text): AssistantEvent => ({ type: 'node_started', step: name });
  yield step(steps.reading);
  if (ctx.viewer?.role !== RoleKey.ADMINISTRATOR) throw new DomainError('FORBIDDEN', forAdministrators);
  const result = resultOf(question);
  yield step(steps[result.type]);
  yield { type: 'workflow_finished', result: JSON.stringify(result) };
}

function resultOf({ userInput, form, otherData }: AssistantQuestion): Result {
  const said = userInput.trim();
  if (said === '')
    throw errors.notPossible('没有收到内容，请说出要打开的页面', 'Nothing was said. Maybe name a page.');
  if (said.length > textMax)
    throw errors.notPossible(
      `内容不能超过 ${textMax} 个字符，现为 ${said.length}，请分几次说`,
      `A text has at most ${textMax} characters, not ${said.length}. Maybe say it in parts.`,
    );
  const { pages, isAsked } = directionIn(said);
  const fields = shownFields(form, otherData);
  const known = fields.map(({ field }) => field);
  const isPage = isAsked || known.length === 0;
  if (isPage && pages.length === 1) return { type: 'route', route: pages[0].route };
  if (isPage && pages.length > 1) {
    const { zh, en } = named(pages);
    throw errors.notPossible(
      `请说明要打开哪一个页面：${zh}`,
      `Several pages may be meant. Maybe say which one: ${en}.`,
    );
  }
  if (known.length === 0) {
    const { zh, en } = named(destinations);
    throw errors.notPossible(
      `没有听懂“${cut(said)}”。可以打开：${zh}`,
      `"${cut(said)}" was not understood. Maybe ask for one of these pages: ${en}.`,
    );
  }
  const { wishes, unread } = readFormSentence(said, fields);
  if (wishes.length > 0 && unread.length === 0)
    return { type: 'script', javascript: scriptOf(valuesFor(wishes)) };
  const part = cut(unread[0] ?? said);
  const [{ label }] = known;
  const { zh, en } = named(known);
  throw errors.notPossible(
    `没有听懂“${part}”，没有填写。可以填写：${zh}，例如“${label.zh}填……”`,
    `"${part}" was not understood, so nothing was filled in. Maybe fill in ${en}, such as "${label.en}: …".`,
  );
}

const forAdministrators = say(
  '权限不足：只有管理员可以打开和填写管理页面，请联系管理员',
  'Only administrators open and fill in these pages. Maybe ask one of them.',
);

/** The first names of all: clients show a refusal as one short message. */
const named = (all: readonly { readonly label: Text }[]): Text =>
  listOf(
    all.map(({ label }) => label),
    5,
  );
