import { answered, api } from './api.ts';
import { renewalDue } from './renewal.ts';
import { startSession, session } from './session.ts';

const PAUSE_MS = 60_000;

/**
 * Renews the session while somebody works here: at the first key or press once its token is due. Nobody loses a
 * half-written form to the clock, and a console that nobody touches still expires.
 */
export function keepSession(): void {
  let triedAt = -Infinity;
  const renewWhenDue = (): void => {
    const token = session.value?.access_token;
    const now = Date.now();
    if (token === undefined || now < renewalDue(token) || now - triedAt < PAUSE_MS) return;
    triedAt = now;
    // What is refused is tried again later, and a token that is not taken any more ends the session by itself.
    renew().catch(() => undefined);
  };
  for (const work of ['pointerdown', 'keydown']) addEventListener(work, renewWhenDue, { capture: true, passive: true });
}

/** Asks for a new token for the same organisation. Whoever left or went elsewhere meanwhile is not brought back. */
async function renew(): Promise<void> {
  const known = session.value;
  if (known === null || known.org_id === null) return;
  const reply = await answered(api.POST('/api/v1/users/switch-organisation', { body: { org_id: known.org_id } }));
  if (session.value === known) startSession(known.email, reply);
}
