import { forbidden } from '../../domain/errors.ts';
import type { UserRepository } from '../ports/users.ts';

export interface SignUpPorts {
  readonly users: UserRepository;
  /** `closed`: after the first account, accounts are created by invitation only. */
  readonly signUpPolicy: 'open' | 'closed';
}

/** Whether sign-up is possible now: always when it is open, otherwise only while there are no users. */
export const isSignUpOpen =
  ({ users, signUpPolicy }: SignUpPorts) =>
  async (): Promise<boolean> =>
    signUpPolicy === 'open' || users.isEmpty();

/**
 * Rejects a sign-up when sign-up is closed, except for the first account of an installation. Of concurrent sign-ups,
 * one address claims the first account and may retry when its sign-up is interrupted.
 */
export const requireOpenSignUp =
  (ports: SignUpPorts) =>
  async (email: string): Promise<void> => {
    if (ports.signUpPolicy === 'open') return;
    if ((await ports.users.isEmpty()) && (await ports.users.claimFirst(email))) return;
    throw forbidden('Sign-up is closed here. Ask an admin of your organisation for an invitation.');
  };
