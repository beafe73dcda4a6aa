import { DomainError } from '../../../schema/errors.js';
import type { Text } from '../../../schema/texts.js';
import { ClashingResultError, EndingDatesError } from './department-results.js';
import { RefusedTimetableError } from './accepted-timetable.js';
import { LostRightsError } from './run-authors.js';

/** Thrown when a task is given up because what searches for it dies again and again. */
export class TooManyCrashesError extends Error {
  constructor(readonly crashes: number) {
    super(`Workers or solver threads crashed ${crashes} times during this task.`);
    this.name = 'TooManyCrashesError';
  }
}

/** Thrown when a task is given up because its machine had no processor time for it. */
export class NoTimeError extends Error {
  constructor(readonly tries: number) {
    super(`The machine left ${tries} searches of this task no processor time.`);
    this.name = 'NoTimeError';
  }
}

/** Why a task has no timetable, and what helps: its result may have been kept. */
export function failureOf(error: unknown, isResultKept: boolean): Text {
  const { cause, remedy } = explained(error);
  const { zh, en } = isResultKept ? storing : remedy;
  return { zh: `${cause.zh}${zh}`, en: `${cause.en} ${en}`.trimEnd() };
}

const storing: Text = {
  zh: '结果已随任务保留：排除原因后，发起人或管理员可以保存这个结果，不必重新排课。',
  en:
    'The result is kept with the task: whoever asked for it, or an administrator, can store it ' +
    '(storeTaskResult) when that is mended.',
};

function explained(error: unknown): { readonly cause: Text; readonly remedy: Text } {
  if (error instanceof RefusedTimetableError) {
    const { hardViolations, first } = error;
    return {
      cause: {
        zh: `求解结果未通过独立校验（违反 ${hardViolations} 条硬约束，例如：${first.zh}），没有保存。`,
        en:
          `The independent verifier refused the result, which breaks ${hardViolations} hard rules, such ` +
          `as: ${first.en} Nothing was stored.`,
      },
      remedy: {
        zh: '请换一个随机种子重试，并告知管理员。',
        en: 'Maybe try another seed, and tell an administrator.',
      },
    };
  }
  if (error instanceof TooManyCrashesError) {
    return {
      cause: {
        zh: `求解进程已 ${error.crashes} 次异常终止或失去数据库连接，任务已放弃。`,
        en:
          `Workers or solver threads crashed or lost the database ${error.crashes} times, so the task was ` +
          'given up.',
      },
      remedy: {
        zh: '请缩小问题或增加内存后重试。',
        en: 'Maybe give the worker more memory and try again.',
      },
    };
  }
  if (error instanceof NoTimeError) {
    return {
      cause: {
        zh: `服务器过于繁忙，${error.tries} 次搜索没有得到处理器时间，任务已放弃，课表没有改变。`,
        en:
          `The server was so busy that ${error.tries} searches got no processor time, so the task was ` +
          'given up. No timetable was changed.',
      },
      remedy: {
        zh: '请稍后重试，或延长搜索时间。',
        en: 'Maybe try again later, or with a longer search time.',
      },
    };
  }
  if (error instanceof ClashingResultError) {
    return {
      cause: {
        zh: `排课期间课表被他人改动，结果仍有冲突：${error.text.zh}。`,
        en: `Others changed the timetable meanwhile, and the result clashes with it. ${error.text.en}`,
      },
      remedy: { zh: '请稍后重试。', en: 'Maybe try again later.' },
    };
  }
  if (error instanceof EndingDatesError) {
    return {
      cause: error.text,
      remedy: {
        zh: '请保存结果并确认结束这些单次变更。',
        en: 'Maybe store the result with storeTaskResult and endsDates.',
      },
    };
  }
  if (error instanceof LostRightsError) {
    return {
      cause: error.text,
      remedy: {
        zh: '请由有权限的人员重新排课。',
        en: 'Maybe let somebody with the right schedule again.',
      },
    };
  }
  if (error instanceof DomainError) {
    return {
      cause: {
        zh: `排课结果没有保存：${error.text.zh}。`,
        en: `The result was not stored: ${error.text.en}`,
      },
      remedy: { zh: '请重新排课。', en: 'Maybe schedule again.' },
    };
  }
  return {
    cause: {
      zh: '服务器内部错误，请联系管理员查看日志。',
      en: 'Internal error; see the log of the worker for details.',
    },
    remedy: { zh: '', en: '' },
  };
}
