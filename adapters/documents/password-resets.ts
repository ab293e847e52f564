import type { PasswordResetRepository } from '../../application/ports/password-resets.ts';
import type { PasswordReset } from '../../domain/accounts/password-reset.ts';
import type { DocumentStore } from './collection.ts';
import { between } from './match.ts';

/** Password reset tokens as documents, one per token. */
export async function documentPasswordResets(store: DocumentStore): Promise<PasswordResetRepository> {
  const resets = await store.open<PasswordReset>({
    name: 'password_resets',
    indexes: [
      { name: 'by_token', fields: ['token_hash'], unique: true },
      { name: 'by_user', fields: ['email'] },
      { name: 'by_expiry', fields: ['expires_at'] },
    ],
  });

  return {
    add: (reset) => resets.insert(reset),
    find: (tokenHash) => resets.findOne({ token_hash: tokenHash }),
    async take(tokenHash) {
      const reset = await resets.findOne({ token_hash: tokenHash });
      return reset && (await resets.remove({ token_hash: tokenHash })) > 0 ? reset : null;
    },
    async removeOf(email) {
      await resets.remove({ email });
    },
    async removeExpired(now) {
      await resets.remove({ expires_at: between({ below: now }) });
    },
  };
}
