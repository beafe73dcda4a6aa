// The first day of a semester: many make their accounts in the same second, and some press often.
import { User } from '../../src/entities/accounts.js';
import { Student } from '../../src/entities/people.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { addStudent, newPhone } from './people.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

const distinct = 40;
const repeated = 20;

async function registers(number: string, name: string): Promise<boolean> {
  const input = {
    isStudent: true,
    number,
    name,
    email: `${name}@example.com`,
    phone: newPhone(),
    newPassword: 'Chosen123',
    initialPassword: `stu${number}`,
  };
  const registration = 'mutation ($input: RegistrationInput!) { register(input: $input) }';
  return (await server.graphql(registration, { input }, null)).data?.register === true;
}

test('a burst of registrations makes one account each, and others are served meanwhile', async () => {
  const numbers = Array.from({ length: distinct }, (_, n) => `2026${String(n).padStart(4, '0')}`);
  for (const number of [...numbers, '20269999']) await addStudent(server, number);
  let isOver = false;
  const burst = Promise.all([
    Promise.all(numbers.map((number, n) => registers(number, `fresh-${n}`))),
    Promise.all(Array.from({ length: repeated }, (_, n) => registers('20269999', `eager-${n}`))),
  ]).finally(() => (isOver = true));
  let served = 0;
  while (!isOver) {
    const { data } = await server.graphql('{ me { user { name } } }');
    expect(data.me.user.name).toBe(server.credentials.user);
    served++;
  }
  const [each, eager] = await burst;
  expect(each.every(Boolean)).toBe(true);
  expect(eager.filter(Boolean)).toHaveLength(1);
  expect(served).toBeGreaterThan(3);
  const { em } = server.context();
  expect(await em.count(User, { name: { $like: 'fresh-%' } })).toBe(distinct);
  expect(await em.count(User, { name: { $like: 'eager-%' } })).toBe(1);
  expect(await em.count(Student, { user: { $ne: null } })).toBe(distinct + 1);
});
