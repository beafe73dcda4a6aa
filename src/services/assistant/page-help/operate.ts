import { textMax } from '@class-scheduling/assistant-language';
import type { AssistantEvent, AssistantQuestion } from '../../../schema/assistant.js';
import { RoleKey } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import type { Context } from '../../../data/context.js';
import { listOf } from '../planner/words.js';
import { assignmentsFor } from './fill.js';
import { shownFields } from './form.js';
import { destinations, directionIn, type Destination } from './navigation.js';
import { scriptOf } from './script.js';
import { readFormSentence } from './sentence.js';
import { cut } from './spelling.js';

/** What the page of a client is told to do. */
type Result =
  | { readonly type: 'route'; readonly route: string }
  | { readonly type: 'script'; readonly javascript: string };

const steps = {
  reading: { zh: '识别意图', en: 'reading what is wanted' },
  opening: { zh: '打开页面', en: 'opening the page' },
  filling: { zh: '填写表单', en: 'filling in the form' },
} satisfies Record<string, Text>;

/**
 * Opens a page for an administrator, or fills in the form that the page shows: by words, from declared pages,
 * fields and one template. Never guesses: whatever is not plain is an error that says what could be said.
 * @throws DomainError
 */
export async function* operate(ctx: Context, question: AssistantQuestion): AsyncGenerator<AssistantEvent> {
  const step = ({ [ctx.language]: name }: Text): AssistantEvent => ({ type: 'node_started', step: name });
  yield step(steps.reading);
  if (ctx.viewer?.role !== RoleKey.ADMINISTRATOR) throw onlyAdministrators();
  const result = resultOf(question);
  yield step(result.type === 'route' ? steps.opening : steps.filling);
  yield { type: 'workflow_finished', result: JSON.stringify(result) };
}

function resultOf({ userInput, form, otherData }: AssistantQuestion): Result {
  const said = userInput.trim();
  if (said === '') throw refusal('没有收到内容，请说出要打开的页面', 'Nothing was said. Maybe name a page.');
  if (said.length > textMax)
    throw refusal(
      `内容不能超过 ${textMax} 个字符，现为 ${said.length}，请分几次说`,
      `A text has at most ${textMax} characters, not ${said.length}. Maybe say it in parts.`,
    );
  const direction = directionIn(said);
  const fields = shownFields(form, otherData);
  if (fields.length === 0 || direction.isAsked) {
    const [page, ...others] = direction.pages;
    if (page && others.length === 0) return { type: 'route', route: page.path };
    if (fields.length === 0 || page) throw nowhere(said, direction.pages);
  }
  const { wishes, unread } = readFormSentence(said, fields);
  if (wishes.length === 0 || unread.length > 0)
    throw notUnderstood(
      unread[0] ?? said,
      fields.map(({ field }) => field.label),
    );
  return { type: 'script', javascript: scriptOf(assignmentsFor(wishes)) };
}

const refusal = (zh: string, en: string): DomainError => new DomainError('OPERATION_INVALID', { zh, en });

/** Names that a refusal has at most: clients show it as one short message. */
const namesMax = 5;

const onlyAdministrators = (): DomainError =>
  new DomainError('FORBIDDEN', {
    zh: '权限不足：只有管理员可以打开和填写管理页面，请联系管理员',
    en: 'Only administrators open and fill in these pages. Maybe ask one of them.',
  });

/** Nothing is opened: one of several pages was meant, or none that there is. */
function nowhere(said: string, pages: readonly Destination[]): DomainError {
  const shown = (pages.length > 0 ? pages : destinations).map(({ label }) => label);
  const { zh, en } = listOf(shown, namesMax);
  return pages.length > 0
    ? refusal(`请说明要打开哪一个页面：${zh}`, `Several pages may be meant. Maybe say which one: ${en}.`)
    : refusal(
        `没有听懂“${cut(said)}”。可以打开：${zh}`,
        `"${cut(said)}" was not understood. Maybe ask for one of these pages: ${en}.`,
      );
}

function notUnderstood(part: string, labels: readonly Text[]): DomainError {
  const { zh, en } = listOf(labels, namesMax);
  return refusal(
    `没有听懂“${cut(part)}”，没有填写。可以填写：${zh}，例如“${labels[0].zh}填……”`,
    `"${cut(part)}" was not understood, so nothing was filled in. Maybe fill in ${en}, such as ` +
      `"${labels[0].en}: …".`,
  );
}
