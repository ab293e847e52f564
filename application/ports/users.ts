import type { User } from '../../domain/accounts/user.ts';

/** For storing users, found by their normalised e-mail address. */
export interface UserRepository {
  /** Stores a new user, or returns false when the address is taken. */
  add(user: User): Promise<boolean>;
  find(email: string): Promise<User | null>;
  /** The existing users among these addresses, in any order. */
  findMany(emails: readonly string[]): Promise<User[]>;
  /** Whether there are no users. */
  isEmpty(): Promise<boolean>;
  /** Claims the first account of this installation for one address, forever, and returns whether it is this one. */
  claimFirst(email: string): Promise<boolean>;
  /** Changes the given fields. A password changes only by `endSessions`. */
  update(
    email: string,
    changes: Partial<
      Omit<User, 'email' | 'password' | 'session_version' | 'unconfirmed' | 'sso_issuer' | 'sso_subject'>
    >,
  ): Promise<void>;
  /**
   * Ends all sessions of a user: increments the session version and changes these fields, atomically. Each concurrent
   * call increments it. Returns false when there is no such user.
   */
  endSessions(
    email: string,
    changes?: Partial<Pick<User, 'password' | 'unconfirmed' | 'sso_issuer' | 'sso_subject'>>,
  ): Promise<boolean>;
  /**
   * Binds a user to an identity at an OpenID provider, unless the user is bound to another one of this provider. Returns
   * whether the user is bound to this identity: of concurrent calls with different ones, one binds. An identity at another
   * provider is replaced.
   */
  bindIdentity(email: string, issuer: string, subject: string): Promise<boolean>;
  /** Records the first log-in of a user, and returns false when there was one, also under a race. */
  recordFirstLogin(email: string, at: string): Promise<boolean>;
  /** Removes a user, if it exists. */
  remove(email: string): Promise<void>;
}
