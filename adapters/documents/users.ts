import type { UserRepository } from '../../application/ports/users.ts';
import { sessionVersion, type User } from '../../domain/accounts/user.ts';
import { failed } from '../../domain/errors.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** Most attempts. Another request changes the version in each that fails. */
const ATTEMPTS = 100;

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
    async endSessions(email, changes = {}) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const user = await users.findOne({ email });
        if (!user) return false;
        const raised = { ...changes, session_version: sessionVersion(user) + 1 };
        if (await users.change({ email, session_version: user.session_version ?? null }, raised)) return true;
      }
      throw failed("The user's session version kept changing");
    },
    recordFirstLogin: async (email, at) =>
      (await users.change({ email, last_logged_in_at: null }, { last_logged_in_at: at })) !== null,
    async remove(email) {
      await users.remove({ email });
    },
  };
}
