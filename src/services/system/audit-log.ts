import { AuditLine, type AuditColumn, type AuditRecord } from '../../entities/audit.js';
import { loggedTables } from '../../entities/logged.js';
import { stretchOf, type Connection, type ConnectionArgs } from '../../schema/connections.js';
import { authorize, declareRights, mayKnowPersonal, planners } from '../../data/access.js';
import { columnsOf, entityInfo, fieldOf, type Column, type EntityClass } from '../../data/columns.js';
import type { Context } from '../../data/context.js';
import { auditCursor, auditPlace } from './audit-cursors.js';
import { SeenDepartments } from '../../data/statements.js';
import { auditLineCount, auditLines, type Line, type Logged } from './system.queries.js';

declareRights({ auditLog: planners });

/** What narrows the log; what is left out does not. */
interface AuditFilter {
  readonly record?: string | null;
  readonly person?: string | null;
  readonly task?: string | null;
  readonly from?: Date | null;
  readonly to?: Date | null;
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
  const seen = SeenDepartments.of(ctx);
  const { record = null, person = null, task = null, from = null, to = null } = filter;
  const values = [seen, record, person, task, from, to] as const;
  let reading: Promise<Line[]> | undefined;
  const read = async (): Promise<Line[]> => {
    const rows = await auditLines(record !== null)(
      ctx.em,
      ...values,
      place?.at ?? null,
      place?.id ?? null,
      size + 1,
    );
    return rows.map((row) => ({ ...row, at: new Date(row.at) }));
  };
  const lines = async (): Promise<Line[]> => (await (reading ??= read())).slice(0, size);
  return {
    edges: async () => (await lines()).map((line) => ({ cursor: auditCursor(line), node: told(ctx, line) })),
    nodes: async () => (await lines()).map((line) => told(ctx, line)),
    async totalCount() {
      const [{ count }] = await auditLineCount(record !== null)(ctx.em, ...values);
      return count;
    },
    async pageInfo() {
      const shown = await lines();
      const [start, end] = [shown.at(0), shown.at(-1)].map((line) => (line ? auditCursor(line) : null));
      return {
        startCursor: start,
        endCursor: end,
        hasPreviousPage: () => Promise.resolve(place !== null),
        hasNextPage: async () => (await (reading ??= read())).length > size,
      };
    },
  };
}

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
