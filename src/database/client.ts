import { Client } from 'pg';

/** A connection to the database at `url`. @throws Error that names the setting when there is none */
export async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return client;
  } catch (error) {
    // Where a name stands for several addresses, only the code is told.
    const { message, code } = error as NodeJS.ErrnoException;
    throw new Error(
      `DATABASE_URL: no connection to the database (${message || code}). Maybe start PostgreSQL, or ` +
        'correct the address, name or password in it.',
      { cause: error },
    );
  }
}
