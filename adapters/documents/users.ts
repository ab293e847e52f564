import type { UserRepository } from '../../application/ports/users.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { sessionVersion, type User } from '../../domain/accounts/user.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** The claim on the first account: at most one document. */
interface FirstAccount {
  readonly name: typeof FIRST;
  readonly email: string;
}

const FIRST = 'first';

/** Users as documents, one per e-mail address. */
export async function documentUsers(store: DocumentStore): Promise<UserRepository> {
  const users = await store.open<User>({
    name: 'users',
    indexes: [{ name: 'by_email', fields: ['email'], unique: true }],
  });
  const claims = await store.open<FirstAccount>({
    name: 'first_account',
    indexes: [{ name: 'by_name', fields: ['name'], unique: true }],
  });

  return {
    add: (user) => falseOnUniqueViolation(users.insert(user), 'by_email'),
    find: (email) => users.findOne({ email }),
    findMany: (emails) => users.find({ email: anyOf(emails) }),
    isEmpty: async () => (await users.findOne({})) === null,
    async claimFirst(email) {
      if (await falseOnUniqueViolation(claims.insert({ name: FIRST, email }), 'by_name')) return true;
      return (await claims.findOne({ name: FIRST }))?.email === email;
    },
    async update(email, changes) {
      await users.change({ email }, changes);
    },
    endSessions: (email, changes = {}) =>
      retryOnConflict('The sessions of the user kept changing. Try again.', async () => {
        const user = await users.findOne({ email });
        if (!user) return false;
        const raised = { ...changes, session_version: sessionVersion(user) + 1 };
        const seen = { email, session_version: user.session_version ?? null };
        return (await users.change(seen, raised)) ? true : 'again';
      }),
    bindIdentity: (email, issuer, subject) =>
      retryOnConflict('The account kept changing. Try again.', async () => {
        const user = await users.findOne({ email });
        if (!user) return false;
        const { sso_issuer = null, sso_subject = null } = user;
        if (sso_issuer === issuer) return sso_subject === subject;
        const bound = { sso_issuer: issuer, sso_subject: subject };
        return (await users.change({ email, sso_issuer, sso_subject }, bound)) ? true : 'again';
      }),
    recordFirstLogin: async (email, at) =>
      (await users.change({ email, last_logged_in_at: null }, { last_logged_in_at: at })) !== null,
    async remove(email) {
      await users.remove({ email });
    },
  };
}
