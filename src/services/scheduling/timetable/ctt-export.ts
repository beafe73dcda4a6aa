import { Semester } from '../../../entities/scheduling/semesters.js';
import { Timetable } from '../../../entities/scheduling/timetables.js';
import { RuleProfile } from '../../../schema/enums.js';
import { DomainError } from '../../../schema/errors.js';
import type { Context } from '../../../data/context.js';
import { readOne } from '../../../data/lists/reading.js';
import { currentTimetable } from './timetables.js';
import { cttLines } from './timetable.queries.js';

/**
 * A timetable in the format of the curriculum-based competition: one line `course room day period` for each
 * lecture, days and periods from 0. Given a semester, exports its published timetable, otherwise its newest
 * draft. For the command line.
 */
export async function exportCtt(
  ctx: Context,
  source: { readonly semester: string } | { readonly timetable: string },
): Promise<string> {
  const timetable =
    'timetable' in source
      ? await readOne(ctx, Timetable, source.timetable)
      : await currentTimetable(ctx, (await readOne(ctx, Semester, source.semester)).id);
  if (!timetable)
    throw refusal(
      '该学期还没有课表，请先排课',
      'The semester has no timetable yet. Maybe schedule it first.',
    );
  const { ruleProfile, name } = await readOne(ctx, Semester, timetable.semester);
  if (ruleProfile !== RuleProfile.UD2) {
    throw refusal(
      `学期“${name}”不是竞赛实例，不能用竞赛格式表示`,
      `The semester "${name}" is not a competition instance, so the competition's format cannot ` +
        `express its timetable.`,
    );
  }
  const rows = await cttLines(ctx.em, timetable.id);
  return rows.map(({ line }) => `${line}\n`).join('');
}

const refusal = (zh: string, en: string): DomainError => new DomainError('OPERATION_INVALID', { zh, en });
