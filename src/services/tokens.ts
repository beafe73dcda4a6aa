import jwt from 'jsonwebtoken';

/** Seconds that an access token lives. */
export const accessTokenSeconds = 3600;

const issuer = 'class-scheduling';
const audience = 'class-scheduling';
const algorithm = 'HS256';

/** Who an access token was given to. */
export interface Claims {
  readonly userId: string;
  readonly sessionId: string;
  readonly expiresAt: Date;
}

/** Signs and verifies access tokens: one algorithm, one issuer, one audience, always an end. */
export class Tokens {
  constructor(private readonly secret: string) {
    if (Buffer.byteLength(secret) < 32) throw new Error('The secret that signs tokens must have at least 32 bytes.');
  }

  sign(userId: string, sessionId: string): { token: string; expiresAt: Date } {
    const expiresAt = new Date((Math.floor(Date.now() / 1000) + accessTokenSeconds) * 1000);
    const token = jwt.sign({ sid: sessionId, exp: expiresAt.getTime() / 1000 }, this.secret, {
      algorithm,
      issuer,
      audience,
      subject: userId,
    });
    return { token, expiresAt };
  }

  /** The claims of a token that is valid now, else null. */
  verify(token: string): Claims | null {
    try {
      const claims = jwt.verify(token, this.secret, {
        algorithms: [algorithm],
        issuer,
        audience,
        maxAge: accessTokenSeconds,
      });
      if (typeof claims === 'string' || typeof claims.exp !== 'number' || !claims.sub || typeof claims.sid !== 'string') return null;
      return { userId: claims.sub, sessionId: claims.sid, expiresAt: new Date(claims.exp * 1000) };
    } catch {
      return null;
    }
  }
}
