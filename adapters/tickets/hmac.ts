import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../../application/ports/clock.ts';
import type { MediaTicket, Tickets } from '../../application/ports/tickets.ts';
import { isSameSecret } from '../lib/secret-comparison.ts';

/** Lifetime of a ticket. In milliseconds. */
const LIFETIME_MS = 60_000;
/** Domain separation: the same secret derives other keys elsewhere. */
const PURPOSE = 'voice-agent-platform media ticket 1';
const KEY_BYTES = 32;
const NONCE_BYTES = 9;
/** Longest accepted ticket. In characters. */
const LONGEST = 1_024;

type Content = readonly [
  nonce: string,
  expiresAt: number,
  provider: string,
  orgId: string,
  agentId: string,
  callId: string,
];

/**
 * Tickets signed with a key derived from the secret that API and runtime share, so that either redeems tickets of the
 * other. Without a secret they are valid in this process only. Each process remembers redeemed tickets until they
 * expire.
 */
export function hmacTickets(secret: string, clock: Clock): Tickets {
  // A random key is known to this process only.
  const source = secret === '' ? randomBytes(KEY_BYTES) : secret;
  const key = Buffer.from(hkdfSync('sha256', source, '', PURPOSE, KEY_BYTES));
  const redeemed = new Map<string, number>();
  const now = (): number => clock.now().getTime();
  const signature = (content: string): string => createHmac('sha256', key).update(content).digest('base64url');

  return {
    issue({ provider, org_id, agent_id, call_id }) {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      const content: Content = [nonce, now() + LIFETIME_MS, provider, org_id, agent_id, call_id];
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${signature(text)}`;
    },

    redeem(text) {
      const [content = '', sealed = '', ...rest] = text.length > LONGEST ? [] : text.split('.');
      // Compared as text: only the issued encoding of a signature is valid.
      if (rest.length > 0 || !isSameSecret(sealed, signature(content))) return null;
      const [nonce, expiresAt, provider, org_id, agent_id, call_id] = contentOf(content);
      removeExpired(redeemed, now());
      if (expiresAt <= now() || redeemed.has(nonce)) return null;
      redeemed.set(nonce, expiresAt);
      return { provider, org_id, agent_id, call_id } satisfies MediaTicket;
    },
  };
}

/** Signed content was written here, so its shape is known. */
const contentOf = (text: string): Content => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Content;

function removeExpired(redeemed: Map<string, number>, now: number): void {
  // All tickets have the same lifetime, so expired ones come first, up to clock changes.
  for (const [nonce, expiresAt] of redeemed) {
    if (expiresAt > now) return;
    redeemed.delete(nonce);
  }
}
