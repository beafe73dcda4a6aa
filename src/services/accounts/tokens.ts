import { createHmac, createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { AccessTokens, Claims } from '../../data/app.js';
import { RecentMap } from '../../schema/recent-map.js';
import { canonicalId } from '../../schema/scalars.js';

/** Lifetime of an access token in seconds. */
export const accessTokenSeconds = 3600;

const issuer = 'class-scheduling';
const audience = 'class-scheduling';
const algorithm = 'HS256';
/** Bytes of a secret at least. */
export const secretBytesMin = 32;

/** Tokens whose claims are remembered: of those who are signed in at the same time. */
const verifiedMax = 10_000;

interface Verified {
  readonly claims: Claims;
  /** When the token is no longer valid, in milliseconds. */
  readonly until: number;
}

/** Access tokens as JWT, with one algorithm, issuer and audience, and always with an expiry. */
export class Tokens implements AccessTokens {
  readonly #secret: KeyObject;
  /** A request asks several times what its token says, and the next one of the same person asks again. */
  readonly #verified = new RecentMap<string, Verified>(verifiedMax);

  constructor(secret: string) {
    if (Buffer.byteLength(secret) < secretBytesMin)
      throw new Error(`The secret that signs tokens must have at least ${secretBytesMin} bytes.`);
    // Given as text, it would first be tried as a public key, for every token.
    this.#secret = createSecretKey(Buffer.from(secret));
  }

  sign(userId: string, sessionId: string): { token: string; expiresAt: Date } {
    const issuedAt = Math.floor(Date.now() / 1000);
    const exp = issuedAt + accessTokenSeconds;
    // Timestamps are whole seconds, so only the id distinguishes tokens issued within the same second.
    const options = { algorithm, issuer, audience, subject: userId, jwtid: randomUUID() } as const;
    const token = jwt.sign({ sid: sessionId, iat: issuedAt, exp }, this.#secret, options);
    return { token, expiresAt: new Date(exp * 1000) };
  }

  verify(token: string): Claims | null {
    const known = this.#verified.get(token);
    const verified = known && Date.now() < known.until ? known : this.#verify(token);
    if (verified && verified !== known) this.#verified.set(token, verified);
    return verified?.claims ?? null;
  }

  #verify(token: string): Verified | null {
    try {
      const claims = jwt.verify(token, this.#secret, {
        algorithms: [algorithm],
        issuer,
        audience,
        maxAge: accessTokenSeconds,
      });
      if (typeof claims === 'string' || typeof claims.exp !== 'number') return null;
      // `verify` refuses tokens without `iat` where it is given a `maxAge`.
      const until = Math.min(claims.exp, claims.iat! + accessTokenSeconds) * 1000;
      const userId = canonicalId(claims.sub);
      const sessionId = canonicalId(claims.sid);
      if (userId === null || sessionId === null) return null;
      return { until, claims: { userId, sessionId, expiresAt: new Date(claims.exp * 1000) } };
    } catch {
      return null;
    }
  }

  fingerprintOf(text: string): string {
    // The prefix keeps a fingerprint apart from a signature: no token begins with it.
    return createHmac('sha256', this.#secret).update(`fingerprint\n${text}`).digest('base64url');
  }
}
