import { computed, signal } from '@preact/signals';
import type { components } from '../../clients/typescript/index.ts';

type LoginReply = components['schemas']['UserLoginResponse'];
type Admission = Pick<LoginReply, 'access_token' | 'org_id' | 'role' | 'organisations'>;

/** The user, organisation and token of a log-in. */
export interface Session extends Admission {
  readonly email: string;
}

const KEY = 'console.session';

const current = signal<Session | null>(stored());
const isOver = signal(false);

/** The session of this tab. Null when not logged in. */
export const session = computed(() => current.value);

/** Whether the last session ended because the API did not take its token any more. */
export const hasExpired = computed(() => isOver.value);

/** What may be done with the role that the session has in its organisation. */
export const rights = computed(() => {
  const role = current.value?.role ?? 'member';
  return { isAdmin: role !== 'member', isSuperAdmin: role === 'super_admin' };
});

/** Begins a session with the API's answer to a log-in. It ends with the tab: nothing of it stays on the machine. */
export function startSession(email: string, { access_token, org_id, role, organisations }: Admission): void {
  isOver.value = false;
  current.value = { email, access_token, org_id, role, organisations };
  sessionStorage.setItem(KEY, JSON.stringify(current.value));
}

/** Ends the session of this tab because its owner wants to. */
export function endSession(): void {
  current.value = null;
  sessionStorage.removeItem(KEY);
}

/** Ends the session that this token opened, because the API does not take it any more. A newer one stays. */
export function expireSession(token: string): void {
  if (current.value?.access_token !== token) return;
  isOver.value = true;
  endSession();
}

function stored(): Session | null {
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as Session);
}
