import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  actsFor,
  actsForAll,
  authorize,
  declareRights,
  isPermitted,
  planners,
  signedIn,
  writtenBy,
} from '../../../data/access.js';
import type { Context } from '../../../data/context.js';
import { CrudService } from '../../../data/crud.js';
import { inputOf, inputType } from '../../../data/inputs.js';
import { rowById } from '../../../data/loaders.js';
import { readOne } from '../../../data/lists/reading.js';
import { Department } from '../../../entities/organisation.js';
import { EnrolmentRound, RoundDepartment } from '../../../entities/scheduling/enrolment-rounds.js';
import { momentIn } from '../../../schema/clock.js';
import { EnrolmentRoundState } from '../../../schema/enrolment.js';
import { DomainError, errors, type FieldProblem } from '../../../schema/errors.js';
import type { Row } from '../../../schema/rows.js';
import { hashOf } from '../../../schema/hash.js';
import {
  closeRound,
  reopenRound,
  roundCount,
  roundsMax,
  roundStates,
  storedRound,
  type StoredRound,
} from './rounds.queries.js';

/** Lists of a round that restrict who takes part and what is offered. */
const lists = [
  'grades',
  'majors',
  'studentDepartments',
  'administrativeClasses',
  'departments',
  'courses',
  'teachingClasses',
] as const;

@inputType('What a caller may set on an enrolment round.')
export class EnrolmentRoundInput extends inputOf(EnrolmentRound, [
  'name',
  'semester',
  'mode',
  'opensAt',
  'closesAt',
  'dropUntil',
  'creditsMax',
  'countMax',
  ...lists,
]) {}

declareRights({ closeEnrolmentRound: planners, reopenEnrolmentRound: planners });

class EnrolmentRoundService extends CrudService<EnrolmentRound, EnrolmentRoundInput> {
  constructor() {
    super(EnrolmentRound, {
      input: EnrolmentRoundInput,
      plural: 'enrolmentRounds',
      filters: ['semester', 'mode'],
      rights: { ...writtenBy(planners), one: signedIn, page: signedIn },
      order: 'opensAt',
    });
  }

  /** Closes an open round now; a lottery is drawn then. */
  async close(ctx: Context, id: string): Promise<Row<EnrolmentRound>> {
    authorize(ctx, 'closeEnrolmentRound');
    return this.#change(ctx, id, async (em, { name }) => {
      const [closed] = await closeRound(em, id);
      if (!closed) throw notOpenNow(name);
    });
  }

  /** Opens a closed round again, until a later moment; not a lottery that was drawn. */
  async reopen(ctx: Context, id: string, closesAt: Date): Promise<Row<EnrolmentRound>> {
    authorize(ctx, 'reopenEnrolmentRound');
    return this.#change(ctx, id, async (em, { name }) => {
      const [opened] = await reopenRound(em, id, closesAt);
      if (!opened) throw notClosed(name, momentIn(ctx.app.config.TIME_ZONE, closesAt));
    });
  }

  /** Whether the caller may change, close or reopen it. */
  async mayChange(ctx: Context, id: string): Promise<boolean> {
    if (!isPermitted(ctx, this.operations.update)) return false;
    const named = await ctx.rows.many(RoundDepartment, 'round', id);
    const ids = named.map(({ department }) => department);
    return mayHold(ctx, ids);
  }

  async #change(
    ctx: Context,
    id: string,
    change: (em: EntityManager, record: EnrolmentRound) => Promise<void>,
  ): Promise<Row<EnrolmentRound>> {
    await this.write(ctx, async (em) => {
      const record = await this.lock(ctx, em, id);
      await this.requireDepartmentGrant(ctx, record);
      await change(em, record);
    });
    return this.load(ctx, id);
  }

  /** A new round gets its seed, whose hash is public from then on. Of 教务, both what was and what will be. */
  protected override async complete(
    ctx: Context,
    input: Partial<EnrolmentRoundInput>,
    id?: string,
  ): Promise<object> {
    if (input.departments || !id) await requireGrants(ctx, input.departments ?? []);
    if (id) return input;
    const seed = randomBytes(32).toString('hex');
    return { ...input, seed, seedDigest: hashOf(seed) };
  }

  override problemsOf(_ctx: Context, record: Record<string, unknown>): FieldProblem[] {
    const { opensAt, closesAt, dropUntil } = record as unknown as EnrolmentRound;
    const problems: FieldProblem[] = [];
    if (closesAt <= opensAt)
      problems.push({
        field: 'closesAt',
        text: { zh: '结束时间应晚于开始时间', en: 'A round closes after it has opened.' },
      });
    if (dropUntil < opensAt)
      problems.push({
        field: 'dropUntil',
        text: {
          zh: '退课截止时间不能早于开始时间',
          en: 'Nothing can be dropped before the round has opened.',
        },
      });
    return problems;
  }

  /** @throws OPERATION_INVALID when it has begun and the change would take something from students */
  protected override async check(_ctx: Context, em: EntityManager, record: EnrolmentRound): Promise<void> {
    const [stored] = await storedRound(em, record.id);
    if (!stored) {
      const [{ count }] = await roundCount(em, record.semester.id);
      if (count >= roundsMax) throw tooManyRounds(count);
      return;
    }
    if (stored.state === EnrolmentRoundState.UPCOMING && stored.wishes === 0) return;
    const before = em.getUnitOfWork().getOriginalEntityData(record) as Partial<Record<string, unknown>>;
    refuseHarm(record, before, stored.state);
  }

  /** Who may take part and what is offered are in link tables, which are written by now. */
  protected override async settle(
    ctx: Context,
    em: EntityManager,
    record: EnrolmentRound,
    input: Partial<EnrolmentRoundInput>,
  ): Promise<void> {
    await this.requireDepartmentGrant(ctx, record, em);
    const before = this.#listsBefore.get(record);
    if (!before || !lists.some((list) => input[list])) return;
    const [{ lists: after, state }] = await storedRound(em, record.id);
    if (state === EnrolmentRoundState.UPCOMING) return;
    const narrowed = lists.find((list) => isNarrower(before[list], after[list]));
    if (narrowed) throw harmful(narrowed, state);
  }

  readonly #listsBefore = new WeakMap<EnrolmentRound, StoredRound['lists']>();

  /** 教务 hold rounds that offer what their departments offer, all of them named; administrators any. */
  protected override async requireDepartmentGrant(
    ctx: Context,
    record: EnrolmentRound,
    em: EntityManager = ctx.em,
  ): Promise<void> {
    const [stored] = await storedRound(em, record.id);
    if (!stored) return;
    if (!this.#listsBefore.has(record)) this.#listsBefore.set(record, stored.lists);
    await requireGrants(ctx, stored.departments);
  }
}

/** Whether the caller has a grant for all, and names some, or needs none. */
const mayHold = (ctx: Context, departments: readonly string[]): boolean =>
  actsForAll(ctx) || (departments.length > 0 && departments.every((id) => actsFor(ctx, id)));

/** @throws FORBIDDEN when a member of academic affairs has no grant for all, or names none */
async function requireGrants(ctx: Context, departments: readonly string[]): Promise<void> {
  if (mayHold(ctx, departments)) return;
  const foreign = departments.find((id) => !actsFor(ctx, id));
  if (!foreign) throw namesNoDepartment();
  throw errors.foreignDepartment(foreign, (await readOne(ctx, Department, foreign)).name);
}

/** Whether a list lets fewer through than before; an empty one lets all through. */
const isNarrower = (before: readonly string[], after: readonly string[]): boolean =>
  after.length > 0 && (before.length === 0 || before.some((id) => !after.includes(id)));

/** While a round is open, and after it, students only gain: it may last longer and allow more, never less. */
function refuseHarm(
  { semester, mode, opensAt, closesAt, dropUntil, creditsMax, countMax }: EnrolmentRound,
  before: Partial<Record<string, unknown>>,
  state: EnrolmentRoundState,
): void {
  const was = before as unknown as EnrolmentRound & { semester: string };
  const isLess = (now: number | null, then: number | null): boolean =>
    now !== null && (then === null || Number(now) < Number(then));
  const hasClosed = state !== EnrolmentRoundState.OPEN && state !== EnrolmentRoundState.UPCOMING;
  const harm = [
    ['semester', semester.id !== was.semester],
    ['mode', mode !== was.mode],
    ['opensAt', +opensAt !== +was.opensAt],
    ['closesAt', hasClosed ? +closesAt !== +was.closesAt : +closesAt < +was.closesAt],
    ['dropUntil', +dropUntil < +was.dropUntil],
    ['creditsMax', isLess(creditsMax, was.creditsMax)],
    ['countMax', isLess(countMax, was.countMax)],
  ] as const;
  const found = harm.find(([, isHarm]) => isHarm);
  if (found) throw harmful(found[0], state);
}

const harmful = (field: string, state: EnrolmentRoundState): DomainError =>
  new DomainError(
    'OPERATION_INVALID',
    {
      zh:
        `选课轮次已开始（${state}），不能这样修改 ${field}：只可延后结束与退课截止时间、提高学分与门数上限、扩大范围；` +
        '可以提前结束轮次，也可以重新开放',
      en:
        `The round has begun (${state}), so ${field} does not change like that: it may only last longer, ` +
        'allow more, and be for more. Maybe close it early (closeEnrolmentRound) or open it again ' +
        '(reopenEnrolmentRound).',
    },
    { field },
  );

const namesNoDepartment = (): DomainError =>
  new DomainError('FORBIDDEN', {
    zh: '权限不足：面向全校的选课轮次由管理员设置，请指定授权给您的开课部门（departments）',
    en:
      'Only administrators hold rounds that offer electives of all departments. Maybe name those that are ' +
      'granted to you (departments).',
  });

const tooManyRounds = (count: number): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `该学期已有 ${count} 个选课轮次，最多 ${roundsMax} 个，请修改或删除已有轮次`,
    en: `The semester has ${count} enrolment rounds, at most ${roundsMax}. Maybe change or delete one.`,
  });

const notOpenNow = (name: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `选课轮次“${name}”当前没有开放，不能提前结束；如未开始，请修改或删除`,
    en: `The enrolment round "${name}" is not open. Maybe change or delete it if it has not begun.`,
  });

const notClosed = (name: string, closesAt: string): DomainError =>
  new DomainError('OPERATION_INVALID', {
    zh: `选课轮次“${name}”不能重新开放到 ${closesAt}：只有已结束且未抽签的轮次可以，且新的结束时间应在将来`,
    en:
      `The enrolment round "${name}" cannot be opened again until ${closesAt}: only one that has closed ` +
      'and was not drawn, and for a moment in the future.',
  });

export const enrolmentRounds = new EnrolmentRoundService();

/** How far a round has come, read for all rounds of a query at once. */
export const stateOfRound = async (ctx: Context, id: string): Promise<EnrolmentRoundState> =>
  (await rowById(ctx, 'state of a round', roundStates, id))!.state;
