import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeriesFormInput } from '../../../entities/scheduling/series-proposals.js';
import { canonicalId } from '../../../schema/scalars.js';
import type { Text } from '../../../schema/texts.js';
import { joined, plain, say } from '../../../schema/texts.js';
import { namesInForm } from './proposals.queries.js';
import { statedTimes, type Addition } from './proposal.js';
import { shownTimes } from '../series/wanted-times.js';

/** A field of a form, as it was and as it is proposed. */
interface ChangedField {
  readonly label: Text;
  /** Null where nothing was filled in. */
  readonly before: Text | null;
  readonly after: Text;
}

/** The fields of a form, as people call them. */
export const labels = {
  course: say('课程', 'course'),
  teacher: say('教师', 'teacher'),
  room: say('教室', 'room'),
  times: say('上课时间', 'times'),
  classes: say('行政班', 'classes'),
  students: say('学生人数', 'students'),
  name: say('教学班名称', 'teaching class'),
  ownership: say('课程归属', 'course ownership'),
  hourType: say('学时类型', 'credit-hour type'),
  teachingHours: say('教学学时', 'teaching hours'),
  scheduledHours: say('排课学时', 'scheduled hours'),
  totalHours: say('总学时', 'total hours'),
  priority: say('优先级', 'priority'),
  campus: say('教学校区', 'campus'),
  joined: say('连堂节数', 'consecutive periods'),
} satisfies Record<string, Text>;

/** What a proposal replaces in a form and what it fills in, field by field; nothing where it does neither. */
export function changedFields(fields: readonly ChangedField[]): Text[] {
  const replaced = fields.filter(({ before, after }) => before !== null && before.zh !== after.zh);
  const added = fields.filter(({ before }) => before === null);
  return [
    ...sentence(
      say('改动：', 'Changed: '),
      replaced.map(({ label, before, after }) =>
        say(`${label.zh} ${before!.zh} → ${after.zh}`, `${label.en} ${before!.en} → ${after.en}`),
      ),
    ),
    ...sentence(
      say('填入：', 'Filled in: '),
      added.map(({ label, after }) => say(`${label.zh} ${after.zh}`, `${label.en} ${after.en}`)),
    ),
  ];
}

const sentence = (head: Text, parts: readonly Text[]): Text[] =>
  parts.length > 0 ? [joined([head, joined(parts, say('；', '; ')), say('。', '.')], '')] : [];

/**
 * What the proposal of a new series makes of its form. Course, teacher, room and times that were not filled
 * in are told by the proposal itself.
 */
export async function fieldsOfAddition(
  em: EntityManager,
  form: SeriesFormInput,
  proposed: Addition,
): Promise<Text[]> {
  const { classroom, teacher, course, creditHourType, campus, administrativeClasses, hours } = proposed;
  const before = form.administrativeClasses ?? [];
  const names = await namesOf(em, [
    ...[classroom, teacher, course, creditHourType, campus, ...administrativeClasses, ...before],
    ...[form.classroom, form.teacher, form.course, form.creditHourType],
    ...[form.teachingCampus, form.courseOwnership, proposed.courseOwnership].map((text) =>
      canonicalId(text ?? ''),
    ),
  ]);
  const named = (id: string | null | undefined): Text | null =>
    id ? plain(names.get(id.toLowerCase()) ?? id) : null;
  const written = (text?: string | null): Text | null =>
    text ? (named(canonicalId(text)) ?? plain(text)) : null;
  const counted = (count?: number | null): Text | null => (count ? plain(`${Number(count)}`) : null);
  const all = (ids: readonly string[]): Text | null =>
    ids.length > 0
      ? joined(
          ids.map((id) => named(id)!),
          say('、', ', '),
        )
      : null;
  const times = statedTimes(form);
  const row = (label: Text, before: Text | null, after: Text | null) => ({ label, before, after });
  const told = [
    row(labels.course, named(form.course), named(course)),
    row(labels.teacher, named(form.teacher), named(teacher)),
    row(labels.room, named(form.classroom), named(classroom)),
    row(labels.times, times.length > 0 ? shownTimes(times) : null, shownTimes(proposed.times)),
  ].filter(({ before }) => before !== null);
  const name = form.teachingClassName ? plain(form.teachingClassName) : null;
  return changedFields(
    [
      ...told,
      row(labels.classes, all(before), all(administrativeClasses)),
      row(labels.students, counted(form.studentCount), counted(proposed.studentCount)),
      row(labels.name, name, plain(proposed.teachingClassName)),
      row(labels.ownership, written(form.courseOwnership), written(proposed.courseOwnership)),
      row(labels.hourType, named(form.creditHourType), named(creditHourType)),
      row(labels.teachingHours, counted(form.teachingHours), counted(hours.taught)),
      row(labels.scheduledHours, counted(form.scheduledHours), counted(hours.scheduled)),
      row(labels.totalHours, counted(form.totalHours), counted(hours.total)),
      row(labels.priority, counted(form.priority), counted(proposed.priority)),
      row(labels.campus, written(form.teachingCampus), named(campus)),
      row(labels.joined, counted(form.consecutivePeriods), counted(proposed.consecutivePeriods)),
    ].flatMap(({ after, ...each }) => (after ? [{ ...each, after }] : [])),
  );
}

async function namesOf(
  em: EntityManager,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = ids.filter((id) => typeof id === 'string');
  const rows = await namesInForm(em, wanted);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
