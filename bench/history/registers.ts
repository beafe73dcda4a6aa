import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { signedIn } from '../support/sign-in.js';
import type { Register } from './history.js';

/** Servers on one database, and who may ask them. */
export interface Place {
  /** Each in a process of its own. */
  readonly urls: readonly string[];
  /** Address of the database, with the right to write records. */
  readonly database: string;
  readonly administrator: Readonly<Record<string, string>>;
}

/** Weeks that the published timetable goes through. */
const weeksMax = 50;
/** Milliseconds for which transactions of the registers stay open, now and then. */
const openMs = 15;
const planner = { user: 'history', password: 'History-2026' };

/**
 * What readers are told in different ways: a row that others refer to, rows of a page and their number, a
 * class that its reader may see now and then, and the published timetable. There must be one, and a class.
 */
export async function registersOf(place: Place, undo: AsyncDisposableStack): Promise<Register[]> {
  const [sql, ofGrants, ofTimetable] = Array.from({ length: 3 }, () => new Writer(place.database));
  for (const each of [sql, ofGrants, ofTimetable]) undo.defer(() => each.end());

  let turn = 0;
  /** Asks one of the servers after the other; null where it does not answer. */
  const ask = async (query: string, headers = place.administrator): Promise<any> => {
    const url = place.urls[turn++ % place.urls.length];
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    }).catch(() => null);
    const { data, errors } = ((await answer?.json()) ?? {}) as { data?: any; errors?: any[] };
    // What the viewer may not see is not found; every other error is no answer.
    if (!errors) return data ?? null;
    return errors.every(({ extensions }) => extensions.code === 'NOT_FOUND') ? {} : null;
  };
  const make = async (mutation: string): Promise<any> => {
    const data = await ask(`mutation { ${mutation} }`);
    if (!data) throw new Error('Nobody knows whether it was made.');
    return Object.values(data)[0];
  };
  const text = 'address: "-", description: "-", isEnabled: true';
  const campus = (await make(`createCampus(input: { name: "0", code: "0", ${text} }) { id }`)).id as string;
  const names = `name: "history", campus: "${campus}", isEnabled: true`;
  const building = (await make(`createBuilding(input: { ${names} }) { id }`)).id as string;
  const { viewer, seen, grant } = await visitor(place, sql, make);
  return [
    {
      name: 'campus of a building',
      told: (n) => [String(n)],
      write: (n) => make(`updateCampus(id: "${campus}", input: { name: "${n}" }) { id }`),
      read: async () =>
        (await ask(`{ building(id: "${building}") { campus { name } } }`))?.building.campus.name,
    },
    {
      name: 'page of buildings',
      told: (n) => [`history ${n}`],
      write: (n) =>
        sql.write((state) => `update building set name = 'history ${state}' where id = '${building}'`, n),
      read: async () =>
        (await ask('{ buildings(keyword: "history") { items { name } total } }'))?.buildings.items[0].name,
    },
    {
      name: 'class of a department that is granted now and then',
      told: (n) => [String(n % 2 === 0)],
      write: (n) => ofGrants.write((state) => (state === n && n % 2 === 0 ? grant.give : grant.take), n),
      read: async () => {
        const data = await ask(`{ administrativeClass(id: "${seen}") { id } }`, viewer);
        return data && String(Boolean(data.administrativeClass));
      },
    },
    await timetable(ask, ofTimetable),
  ];
}

/** A planner of the department of a class, and what gives and takes the right to it. */
async function visitor({ urls }: Place, sql: Writer, make: (mutation: string) => Promise<any>) {
  const [{ seen, department, role }] = await sql.rows<Record<string, string>>(
    `select c.id as seen, c.department_id as department, r.id as role from administrative_class c, role r
     where r.key = 'ACADEMIC_AFFAIRS' limit 1`,
  );
  const { user: name, password } = planner;
  const contacts = `email: "${name}@example.com", phone: "13711111111"`;
  const person = `name: "${name}", password: "${password}", ${contacts}`;
  const rights = `role: "${role}", department: "${department}", scope: 0`;
  const { user } = await make(`createUser(input: { ${person}, ${rights} }) { user { id } }`);
  const [row] = await sql.rows(`select * from department_grant where user_id = '${user.id}'`);
  const give = `insert into department_grant
    select * from jsonb_populate_record(null::department_grant, '${JSON.stringify(row)}')
    on conflict do nothing`;
  const take = `delete from department_grant where user_id = '${user.id}'`;
  return { viewer: await signedIn(urls[0], planner), seen, grant: { give, take } };
}

/** Two meetings of a teacher, the second sometimes another's, in a timetable archived now and then. */
async function timetable(ask: (query: string) => Promise<any>, sql: Writer): Promise<Register> {
  const [{ id, one, two, teacher, other }] = await sql.rows<Record<string, string>>(`
    select a.timetable_id as id, a.id as one, b.id as two, a.teacher_id as teacher, b.teacher_id as other
    from timetable t join class_assignment a on a.timetable_id = t.id
      join class_assignment b on b.timetable_id = t.id and b.teacher_id <> a.teacher_id
    where t.status = 'PUBLISHED' and not exists (select from class_assignment c where c.timetable_id = t.id
      and c.teacher_id = a.teacher_id and c.day_of_week = b.day_of_week)
    order by a.id, b.id limit 1`);
  const weekOf = (n: number): number => 1 + (n % weeksMax);
  const isWhole = (n: number): boolean => n % 2 === 0;
  const isPublished = (n: number): boolean => n % 5 !== 4;
  const change = (week: number, n: number): string => `
    update class_assignment set weeks = '{${week}}', teacher_id = case
      when id = '${one}' or ${isWhole(n)} then '${teacher}'::uuid else '${other}' end
      where id in ('${one}', '${two}');
    update timetable set status = '${isPublished(n) ? 'PUBLISHED' : 'ARCHIVED'}' where id = '${id}'`;
  return {
    name: 'published timetable of a teacher',
    // It is found first and its meetings then, so that they may be those of a moment at which it is archived.
    told: (n) => [`${weekOf(n)}`.repeat(isWhole(n) ? 2 : 1), ...(isPublished(n) ? [] : ['none'])],
    write: (n) => sql.write((state) => change(state === n ? weekOf(n) : weeksMax + 1, n), n),
    read: async () => {
      const data = await ask(`{ timetable { assignments(teacher: "${teacher}") { id time { weeks } } } }`);
      if (!data?.timetable) return data && 'none';
      const own = data.timetable.assignments.filter(({ id: each }: any) => each === one || each === two);
      return own.map(({ time }: any) => time.weeks[0]).join('');
    },
  };
}

/** Writes by transactions, some of which are undone first, and some of which stay open for a while. */
class Writer {
  #client: Client | null = null;

  constructor(private readonly database: string) {}

  async rows<R>(text: string): Promise<R[]> {
    try {
      return (await (await this.#connected()).query(text)).rows as R[];
    } catch (error) {
      await this.end();
      throw error;
    }
  }

  /** @param change the statement for a state; of states that are undone, too */
  async write(change: (state: number) => string, n: number): Promise<void> {
    if (n % 3 === 2) {
      await this.rows(`begin; ${change(-n)}`);
      await sleep(openMs);
      await this.rows('rollback');
    }
    await this.rows(`begin; ${change(n)}`);
    if (n % 4 === 3) await sleep(openMs);
    await this.rows('commit');
  }

  async end(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => undefined);
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = new Client(this.database);
    client.on('error', () => undefined);
    await client.connect();
    return (this.#client = client);
  }
}
