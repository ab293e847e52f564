import { createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Clock } from '../../application/ports/clock.ts';
import type { Tokens } from '../../application/ports/tokens.ts';
import { ROLES, type Principal, type Role } from '../../domain/accounts/principal.ts';
import { VerifiedTokenCache, type VerifiedClaims } from './verified-claims.ts';

/** Distinguishes access tokens from other tokens signed with the same key. */
const AUDIENCE = 'access';

export interface TokenSettings {
  readonly secret: string;
  readonly algorithm: 'HS256' | 'HS384' | 'HS512';
  readonly expiresInMinutes: number;
}

/**
 * Access tokens as JSON Web Tokens: accepts only this algorithm and shape, until they expire. A token without an
 * audience is an access token, as specified. One for another audience is refused.
 */
export function jsonwebtokenTokens({ secret, algorithm, expiresInMinutes }: TokenSettings, clock: Clock): Tokens {
  // As a string the key would be parsed as PEM on every call.
  const key = createSecretKey(secret, 'utf8');
  const verified = new VerifiedTokenCache<Principal>();
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000);

  return {
    issue({ email, org_id, role, session_version }) {
      const iat = seconds();
      const exp = iat + expiresInMinutes * 60;
      const claims = { sub: email, email, org_id, role, session_version, aud: AUDIENCE, iat, exp };
      return jwt.sign(claims, key, { algorithm });
    },
    verify(token) {
      const now = seconds();
      const known = verified.claimsOf(token, now);
      if (known) return known;
      const found = checked(token, now);
      if (found) verified.remember(token, found);
      return found?.claims ?? null;
    },
  };

  function checked(token: string, now: number): VerifiedClaims<Principal> | null {
    try {
      const options = { algorithms: [algorithm], clockTimestamp: now, complete: true as const };
      const { header, payload } = jwt.verify(token, key, options);
      return isPlain(header) ? read(payload) : null;
    } catch {
      // Every invalid token is treated alike.
      return null;
    }
  }
}

function read(claims: jwt.JwtPayload | string): VerifiedClaims<Principal> | null {
  if (typeof claims === 'string' || !isOurs(claims)) return null;
  const { nbf: from = -Infinity, exp: until } = claims as ExpiringClaims;
  const principal = principalIn(claims);
  return principal && { claims: Object.freeze(principal), from, until };
}

function principalIn({
  sub,
  email,
  org_id = null,
  role = 'member',
  session_version,
}: jwt.JwtPayload): Principal | null {
  // spec: endpoints, notation - a role-less member is treated as member
  if (!(isName(email) && sub === email && isOrganisation(org_id) && isRole(role))) return null;
  if (session_version === undefined) return { email, org_id, role };
  return isVersion(session_version) ? { email, org_id, role, session_version } : null;
}

/** Whether a header declares only a token, without critical extensions. */
const isPlain = ({ typ = 'JWT', crit }: jwt.JwtHeader): boolean =>
  typeof typ === 'string' && typ.toUpperCase() === 'JWT' && crit === undefined;

interface ExpiringClaims {
  readonly nbf?: number;
  readonly exp: number;
}

/** Whether a valid token has this audience and an expiry. */
const isOurs = ({ exp, aud }: jwt.JwtPayload): boolean =>
  typeof exp === 'number' && (aud === undefined || aud === AUDIENCE);

const isOrganisation = (value: unknown): value is string | null => value === null || isName(value);

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isRole = (value: unknown): value is Role => (ROLES as readonly unknown[]).includes(value);

const isVersion = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
