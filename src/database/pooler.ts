import { connectTo } from './client.js';

/**
 * Whether a pooler stands before the database: its clients know it by other numbers than the processes have
 * that serve them.
 */
export async function isBehindPooler(url: string): Promise<boolean> {
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    return rows[0].pid !== (client as unknown as { processID: number }).processID;
  } finally {
    await client.end();
  }
}
