import { AuditLine, recordsPerLine, type AuditColumn, type AuditRecord } from '../../entities/audit.js';
import { loggedTables } from '../../entities/logged.js';
import type { AuditAction } from '../../schema/enums.js';
import { stretchOf, type Connection, type ConnectionArgs } from '../../schema/connections.js';
import { actsForAll, authorize, declareRights, mayKnowPersonal, planners } from '../../data/access.js';
import { columnsOf, entityInfo, fieldOf, type Column, type EntityClass } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { auditCursor, auditPlace } from './audit-cursors.js';

declareRights({ auditLog: planners });

/** What narrows the log; what is left out does not. */
export interface AuditFilter {
  readonly record?: string | null;
  readonly person?: string | null;
  readonly task?: string | null;
  readonly from?: Date | null;
  readonly to?: Date | null;
}

/** A line as the database tells it. */
interface Line {
  readonly id: string;
  readonly at: Date;
  readonly table: string;
  readonly action: AuditAction;
  readonly personId: string | null;
  readonly personName: string | null;
  readonly reason: string | null;
  readonly change: string | null;
  readonly task: string | null;
  readonly count: number;
  readonly records: readonly Logged[];
}

type Columns = Readonly<Record<string, unknown>>;

interface Logged {
  readonly id: string;
  readonly department: string | null;
  readonly before: Columns | null;
  readonly after: Columns | null;
}

/**
 * The lines that match, newest first: to administrators all, to members of academic affairs those of records
 * of granted departments.
 */
export async function auditLog(
  ctx: Context,
  filter: AuditFilter,
  { first, after }: Pick<ConnectionArgs, 'first' | 'after'>,
): Promise<Connection<AuditLine>> {
  authorize(ctx, 'auditLog');
  const { size } = stretchOf({ first });
  const place = after ? auditPlace(after) : null;
  const departments = actsForAll(ctx) ? null : (ctx.viewer?.departmentIds ?? []);
  const values = [
    departments,
    filter.record ?? null,
    filter.person ?? null,
    filter.task ?? null,
    filter.from ?? null,
    filter.to ?? null,
  ];
  const where = conditions(filter);
  let reading: Promise<Line[]> | undefined;
  const read = (): Promise<Line[]> =>
    (reading ??= readLines(ctx, linesSql(filter, where), [
      ...values,
      place?.at ?? null,
      place?.id ?? null,
      size + 1,
    ]));
  const lines = async (): Promise<Line[]> => (await read()).slice(0, size);
  return {
    edges: async () => (await lines()).map((line) => ({ cursor: auditCursor(line), node: told(ctx, line) })),
    nodes: async () => (await lines()).map((line) => told(ctx, line)),
    async totalCount() {
      const [{ count }] = await ctx.em.execute<[{ count: number }]>(
        `select count(*)::int as count from audit_log l where ${where}`,
        values,
      );
      return count;
    },
    async pageInfo() {
      const shown = await lines();
      const [start, end] = [shown.at(0), shown.at(-1)].map((line) => (line ? auditCursor(line) : null));
      return {
        startCursor: start,
        endCursor: end,
        hasPreviousPage: () => Promise.resolve(place !== null),
        hasNextPage: async () => (await read()).length > size,
      };
    },
  };
}

async function readLines(ctx: Context, sql: string, values: unknown[]): Promise<Line[]> {
  const rows = await ctx.em.execute<(Omit<Line, 'at'> & { at: string })[]>(sql, values);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** Whether a line of an alias tells of a record that the caller may know of. */
const isKnown = (alias: string): string => `($1::uuid[] is null or ${alias}.department_id = any ($1))`;

/** Whether two lines tell what one transaction did alike. */
const isAlike = (a: string, b: string): string =>
  ['at', 'transaction', 'table_name', 'action']
    .map((column) => `${a}.${column} = ${b}.${column}`)
    .concat(`${a}.change is not distinct from ${b}.change`)
    .join(' and ');

/**
 * By record every line of it counts; else of what was done alike the first that the caller may know of, which
 * is marked where it is the first of its department.
 */
const conditions = ({ record }: AuditFilter): string => `${isKnown('l')}
  and ${
    record
      ? 'l.record_id = $2'
      : `$2::uuid is null and l.is_first and not exists (select from audit_log e
           where e.is_first and e.id < l.id and ${isAlike('e', 'l')} and ${isKnown('e')})`
  }
  and ($3::uuid is null or l.person_id = $3) and ($4::uuid is null or l.task_id = $4)
  and ($5::timestamptz is null or l.at >= $5) and ($6::timestamptz is null or l.at < $6)`;

const linesSql = ({ record }: AuditFilter, where: string): string => `
  with line as (
    select l.* from audit_log l
    where ${where} and ($7::timestamptz is null or (l.at, l.id) < ($7, $8::bigint))
    order by l.at desc, l.id desc limit $9
  )
  select l.id, l.at, l.table_name as "table", l.action, l.person_id as "personId",
    coalesce(
      (select name from teacher where user_id = l.person_id limit 1),
      (select name from student where user_id = l.person_id limit 1),
      (select name from "user" where id = l.person_id)) as "personName",
    coalesce(l.reason, (select e.after->>'reason' from audit_log e where e.transaction = l.transaction
      and e.at = l.at and e.table_name = 'change' and e.change = l.change limit 1)) as reason,
    l.change, l.task_id as task, alike.count, alike.records
  from line l cross join lateral (
    select count(*)::int as count, json_agg(json_build_object('id', m.record_id,
        'department', m.department_id, 'before', m.before, 'after', m.after) order by m.id)
        filter (where m.number <= ${recordsPerLine}) as records
    from (
      select m.*, row_number() over (order by m.id) as number from audit_log m
      where ${record ? 'm.at = l.at and m.id = l.id' : `${isAlike('m', 'l')} and ${isKnown('m')}`}
    ) m
  ) alike
  order by l.at desc, l.id desc`;

function told(ctx: Context, line: Line): AuditLine {
  const entity = entityOf(line.table);
  const { at, action, reason, task, change, count, personId, personName } = line;
  return {
    at,
    action,
    type: entity?.name ?? line.table,
    noun: entity ? entityInfo(entity).noun[ctx.language] : line.table,
    count,
    records: line.records.map((record) => recordOf(ctx, entity, record)),
    person: personId === null ? null : { id: personId, name: personName },
    reason,
    change: change === null ? null : Number(change),
    task,
  };
}

const entities = new Map<string, EntityClass>();

/** The entity of a table; none of one that earlier releases had. */
function entityOf(table: string): EntityClass | undefined {
  if (entities.size === 0) for (const { table: name, entity } of loggedTables()) entities.set(name, entity);
  return entities.get(table);
}

function recordOf(ctx: Context, entity: EntityClass | undefined, record: Logged): AuditRecord {
  const { id, department, before, after } = record;
  const declared: readonly Column[] = entity ? columnsOf(entity) : [];
  const fields = new Map(declared.map((column) => [fieldOf(entity!, column.name), column]));
  const known = [...fields.keys()];
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((name) => (before && after ? true : (before ?? after)![name] !== null))
    .sort((a, b) => known.indexOf(a) - known.indexOf(b));
  const mayKnow = entity !== undefined && mayKnowPersonal(ctx, entity, { id, department });
  return {
    id,
    columns: names.map((name): AuditColumn => {
      const column = fields.get(name);
      const isWithheld = column?.secret === true || (column?.personal === true && !mayKnow);
      return {
        name: column?.name ?? name,
        label: column?.label[ctx.language] ?? name,
        before: isWithheld ? null : (before?.[name] ?? null),
        after: isWithheld ? null : (after?.[name] ?? null),
        isWithheld,
      };
    }),
  };
}
