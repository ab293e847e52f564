import type { UserRepository } from '../../application/ports/users.ts';
import type { User } from '../../domain/accounts/user.ts';
import { unlessTaken, type Engine } from './collection.ts';

/** Users as documents, one per e-mail address. */
export async function documentUsers(engine: Engine): Promise<UserRepository> {
  const users = await engine.open<User>({
    name: 'users',
    indexes: [{ name: 'by_email', fields: ['email'], unique: true }],
  });

  return {
    add: (user) => unlessTaken(users.insert(user), 'by_email'),
    find: (email) => users.findOne({ email }),
    async update(email, changes) {
      await users.change({ email }, changes);
    },
    recordFirstLogin: async (email, at) =>
      (await users.change({ email, last_logged_in_at: null }, { last_logged_in_at: at })) !== null,
    async remove(email) {
      await users.remove({ email });
    },
  };
}
