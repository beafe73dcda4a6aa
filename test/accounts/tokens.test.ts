// Requirement 36: nothing but a token that was given here, is not expired and whose account is in order lets
// anybody in.
import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { Tokens } from '../../src/services/accounts/tokens.js';
import { startTestServer, type TestServer } from '../support/server.js';

const secret = 'a secret that only the server and this test know';
const others = 'another secret of thirty-two bytes or more';

let server: TestServer;
let claims: { sub: string; sid: string };

beforeAll(async () => {
  server = await startTestServer({ env: { JWT_SECRET: secret } });
  const { sub, sid } = jwt.decode(server.administrator) as { sub: string; sid: string };
  claims = { sub, sid };
});
afterAll(() => server.stop());

const now = (): number => Math.floor(Date.now() / 1000);
const issuedBy = { iss: 'class-scheduling', aud: 'class-scheduling' };
const good = (): object => ({ ...claims, ...issuedBy, iat: now(), exp: now() + 3600 });
const sign = (payload: object, options: jwt.SignOptions = {}, key: jwt.Secret = secret): string =>
  jwt.sign(payload, key, { algorithm: 'HS256', ...options });
const without = (...names: string[]): object =>
  Object.fromEntries(Object.entries(good()).filter(([name]) => !names.includes(name)));

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
function byHand(header: object, payload: object, key: string): string {
  const signed = `${base64(header)}.${base64(payload)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

const codeOf = async (token: string): Promise<string | undefined> =>
  (await server.graphql('{ me { user { name } } }', {}, token)).errors?.[0].extensions.code;

test('36: accepts a token of its own making', async () => {
  expect(await codeOf(server.administrator)).toBeUndefined();
  expect(await codeOf(sign(good()))).toBeUndefined();
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }) as string;

test.each<[string, () => string]>([
  ['no algorithm', () => `${base64({ alg: 'none', typ: 'JWT' })}.${base64(good())}.`],
  ['no algorithm, oddly written', () => `${base64({ alg: 'nOnE', typ: 'JWT' })}.${base64(good())}.`],
  ['another algorithm of the same family', () => sign(good(), { algorithm: 'HS512' })],
  ['a public-key algorithm', () => sign(good(), { algorithm: 'RS256' }, privateKey)],
  ['a public key as the secret', () => byHand({ alg: 'HS256', typ: 'JWT' }, good(), pem)],
  ['another secret', () => sign(good(), {}, others)],
  [
    'a key id that points at a known file',
    () => byHand({ alg: 'HS256', typ: 'JWT', kid: '../../../../dev/null' }, good(), ''),
  ],
  [
    'a key of its own in the header',
    () => byHand({ alg: 'HS256', typ: 'JWT', jwk: { kty: 'oct', k: base64({}) } }, good(), base64({})),
  ],
  ['an end in the past', () => sign({ ...good(), iat: now() - 3700, exp: now() - 100 })],
  ['no end', () => sign(without('exp'))],
  ['an end years away', () => sign({ ...good(), iat: now() - 7200, exp: now() + 10 ** 8 })],
  ['no beginning', () => sign(without('iat'), { noTimestamp: true })],
  ['another issuer', () => sign({ ...good(), iss: 'somebody' })],
  ['no issuer', () => sign(without('iss'))],
  ['another audience', () => sign({ ...good(), aud: 'something' })],
  ['no audience', () => sign(without('aud'))],
  ['no account', () => sign(without('sub'))],
  ['no session', () => sign(without('sid'))],
  ['an account that is none', () => sign({ ...good(), sub: "' or 1=1 --" })],
  ['a session that is none', () => sign({ ...good(), sid: 'x' })],
  ['a session of another account', () => sign({ ...good(), sub: '0198c5a0-0000-7000-8000-000000000000' })],
  ['an unknown session', () => sign({ ...good(), sid: '0198c5a0-0000-7000-8000-000000000000' })],
  [
    'a changed payload',
    () => {
      const [header, , signature] = sign(good()).split('.');
      return `${header}.${base64({ ...good(), exp: now() + 9999 })}.${signature}`;
    },
  ],
  ['no signature', () => sign(good()).replace(/\.[^.]*$/, '.')],
  ['two parts', () => sign(good()).split('.').slice(0, 2).join('.')],
  ['a plain text', () => 'hello'],
])('36: refuses %s', async (_, token) => {
  expect(await codeOf(token())).toBe('UNAUTHENTICATED');
});

test('36: a token that was good is refused once it has expired', () => {
  jest.useFakeTimers({ now: Date.now() });
  try {
    const tokens = new Tokens(secret);
    const { token, expiresAt } = tokens.sign(claims.sub, claims.sid);
    expect(tokens.verify(token)).toMatchObject({ userId: claims.sub });
    jest.setSystemTime(expiresAt.getTime() - 1);
    expect(tokens.verify(token)).toMatchObject({ userId: claims.sub });
    jest.setSystemTime(expiresAt);
    expect(tokens.verify(token)).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

test('tokens that one session is given in the same second differ', () => {
  const given = Array.from({ length: 5 }, () => new Tokens(secret).sign(claims.sub, claims.sid).token);
  expect(new Set(given).size).toBe(5);
});

test('refuses to sign with a short secret', () => {
  expect(() => new Tokens('x'.repeat(31))).toThrow('at least 32 bytes');
});
