import { refusePasswordOf, type SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import { hashedPart, normaliseEmail } from '../../domain/accounts/user.ts';
import { unauthenticated } from '../../domain/errors.ts';
import type { Passwords } from '../ports/passwords.ts';
import { finishSignUp } from './sign-up.ts';
import { openSession, type Session, type SessionPorts } from './open-session.ts';

export interface LogIn {
  readonly email: string;
  readonly password: string;
}

/**
 * Opens a session for a valid password. An unknown address and a wrong password get the same answer in the same time. An
 * address that has to use single sign-on is `forbidden`, whatever its password.
 */
export const logIn =
  (ports: SessionPorts & { passwords: Passwords; ssoConnections: readonly SsoConnection[] }) =>
  async (request: LogIn): Promise<Session> => {
    refusePasswordOf(ports.ssoConnections, request.email);
    const user = await ports.users.find(normaliseEmail(request.email));
    const matches = await ports.passwords.matches(hashedPart(request.password), user?.password ?? null);
    if (!user || !matches) throw unauthenticated('Incorrect email or password');
    await finishSignUp(ports)(user);
    return openSession(ports)(user, 'Login successful');
  };
