import { forbidden } from '../../domain/errors.ts';
import type { UserRepository } from '../ports/users.ts';

export interface SignUpPorts {
  readonly users: UserRepository;
  /** `closed`: accounts are made by invitation only, after the first one. */
  readonly signUpPolicy: 'open' | 'closed';
}

/** Whether a stranger can sign up now: always where sign-up is open, else while there is no user yet. */
export const isSignUpOpen =
  ({ users, signUpPolicy }: SignUpPorts) =>
  async (): Promise<boolean> =>
    signUpPolicy === 'open' || users.isEmpty();

/**
 * Refuses a sign-up where it is closed. The first account of an installation can be made all the same: none is seeded.
 * Of several who try at once, one address is given it, and may try again when its sign-up is cut short.
 */
export const requireOpenSignUp =
  (ports: SignUpPorts) =>
  async (email: string): Promise<void> => {
    if (ports.signUpPolicy === 'open') return;
    if ((await ports.users.isEmpty()) && (await ports.users.claimFirst(email))) return;
    throw forbidden('Sign-up is closed here. Ask an admin of your organisation for an invitation.');
  };
