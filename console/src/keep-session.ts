import { answered, api } from './api.ts';
import { renewalDue } from './renewal.ts';
import { startSession, session } from './session.ts';

const PAUSE_MS = 60_000;

/**
 * Renews the session at the first key press or click once its token is due. Unsaved forms are not lost, and an unused
 * console still expires.
 */
export function keepSession(): void {
  let triedAt = -Infinity;
  const renewWhenDue = (): void => {
    const token = session.value?.access_token;
    const now = Date.now();
    if (token === undefined || now < renewalDue(token) || now - triedAt < PAUSE_MS) return;
    triedAt = now;
    // Failures are retried later. An expired token ends the session automatically.
    renew().catch(() => undefined);
  };
  for (const work of ['pointerdown', 'keydown']) addEventListener(work, renewWhenDue, { capture: true, passive: true });
}

/** Requests a new token for the same organisation. Ignores the reply when the session has changed. */
async function renew(): Promise<void> {
  const known = session.value;
  if (known === null || known.org_id === null) return;
  const reply = await answered(api.POST('/api/v1/users/switch-organisation', { body: { org_id: known.org_id } }));
  if (session.value === known) startSession(known.email, reply);
}
