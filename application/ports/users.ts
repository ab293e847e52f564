import type { User } from '../../domain/accounts/user.ts';

/** For keeping users, found by their stored e-mail address. */
export interface UserRepository {
  /** Stores a new user, or answers false when the address is taken. */
  add(user: User): Promise<boolean>;
  find(email: string): Promise<User | null>;
  /** Those of these addresses that have an account, in any order. */
  findMany(emails: readonly string[]): Promise<User[]>;
  /** Whether there is no user at all. */
  isEmpty(): Promise<boolean>;
  /** Keeps the first account of this installation for one address, for ever, and answers whether it is this one. */
  claimFirst(email: string): Promise<boolean>;
  /** Changes the given fields of one user. A password changes by `endSessions` alone. */
  update(
    email: string,
    changes: Partial<Omit<User, 'email' | 'password' | 'session_version' | 'unconfirmed'>>,
  ): Promise<void>;
  /**
   * Ends every session of a user: raises the session version by one and changes these fields, in one step. Each of several
   * at once raises it. Answers false when there is no such user.
   */
  endSessions(email: string, changes?: Partial<Pick<User, 'password' | 'unconfirmed'>>): Promise<boolean>;
  /** Records the first login of a user, and answers false when there has been one, also under a race. */
  recordFirstLogin(email: string, at: string): Promise<boolean>;
  /** Removes a user; an absent one is fine. */
  remove(email: string): Promise<void>;
}
