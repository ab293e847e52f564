import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../../application/ports/clock.ts';
import type { MediaTicket, Tickets } from '../../application/ports/tickets.ts';
import { isSameSecret } from '../lib/secret-comparison.ts';

/** A ticket is good for this long. In milliseconds. */
const LIFETIME_MS = 60_000;
/** What the key is derived for: the same secret makes other keys elsewhere. */
const PURPOSE = 'voice-agent-platform media ticket 1';
const KEY_BYTES = 32;
const NONCE_BYTES = 9;
/** Longer than any ticket of ours. */
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
 * Tickets signed with a key derived from the secret that API and runtime share, so that either may issue what the other
 * redeems; without one they are good in this process only. Each process remembers what it has redeemed for as long as
 * it could be shown again.
 */
export function hmacTickets(secret: string, clock: Clock): Tickets {
  // Nobody else can know a key that was never told to anybody.
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
      // As text: only the one spelling of a signature that was issued counts.
      if (rest.length > 0 || !isSameSecret(sealed, signature(content))) return null;
      const [nonce, expiresAt, provider, org_id, agent_id, call_id] = contentOf(content);
      forgetExpired(redeemed, now());
      if (expiresAt <= now() || redeemed.has(nonce)) return null;
      redeemed.set(nonce, expiresAt);
      return { provider, org_id, agent_id, call_id } satisfies MediaTicket;
    },
  };
}

/** What was signed here is what was written here. */
const contentOf = (text: string): Content => JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Content;

function forgetExpired(redeemed: Map<string, number>, now: number): void {
  // Tickets live equally long, so the first that still counts is followed by others that do, give or take a clock.
  for (const [nonce, expiresAt] of redeemed) {
    if (expiresAt > now) return;
    redeemed.delete(nonce);
  }
}
