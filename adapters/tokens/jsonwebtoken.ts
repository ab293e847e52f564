import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Clock } from '../../application/ports/clock.ts';
import type { Tokens } from '../../application/ports/tokens.ts';
import { ROLES, type Caller, type Role } from '../../domain/accounts/caller.ts';

/** Sets access tokens apart from whatever else is signed with the same key. */
const AUDIENCE = 'access';

export interface TokenSettings {
  readonly secret: string;
  readonly algorithm: 'HS256' | 'HS384' | 'HS512';
  readonly expiresInMinutes: number;
}

/** Access tokens as JSON Web Tokens: genuine ones of exactly this algorithm, audience and shape, until they expire. */
export function jsonwebtokenTokens({ secret, algorithm, expiresInMinutes }: TokenSettings, clock: Clock): Tokens {
  // As a string the key would be tried as a PEM file on every call.
  const key = createSecretKey(secret, 'utf8');
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);

  return {
    issue({ email, org_id, role }) {
      const iat = seconds();
      const claims = { sub: email, email, org_id, role, aud: AUDIENCE, iat, exp: iat + expiresInMinutes * 60 };
      return jwt.sign(claims, key, { algorithm });
    },
    verify(token) {
      try {
        const options = { algorithms: [algorithm], audience: AUDIENCE, clockTimestamp: seconds() };
        return callerOf(jwt.verify(token, key, options));
      } catch {
        // Whatever is wrong with a token, it is not one of ours.
        return null;
      }
    },
  };
}

function callerOf(claims: jwt.JwtPayload | string): Caller | null {
  if (typeof claims === 'string' || typeof claims.exp !== 'number') return null;
  const { sub, email, org_id = null, role } = claims as Record<string, unknown>;
  const shaped = isName(email) && sub === email && (org_id === null || isName(org_id)) && isRole(role);
  return shaped ? { email, org_id, role } : null;
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);
