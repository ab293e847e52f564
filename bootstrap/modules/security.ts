import { ContainerModule } from 'inversify';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import { documentLimitCounts } from '../../adapters/documents/limit-counts.ts';
import { limitCountDigests } from '../../adapters/limit-counts/digests.ts';
import { bcryptPasswords } from '../../adapters/passwords/bcrypt.ts';
import { jsonwebtokenTokens } from '../../adapters/tokens/jsonwebtoken.ts';
import { sha256Tokens } from '../../adapters/opaque-tokens/sha256.ts';
import { hmacVisitorDigest } from '../../adapters/visitor-digest/hmac-sha256.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';
import type { ResolvedKeys } from '../secrets.ts';

/** Passwords, access tokens, reset tokens, credential encryption, counts of limits and digests of visitors. */
export const securityModule = (
  { secretKey: secret, providerAuthEncryptionKey }: ResolvedKeys,
  { algorithm, lifetimeMinutes }: Config['tokens'],
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('passwords', () => bcryptPasswords());
    has(
      'tokens',
      ({ clock }) => jsonwebtokenTokens({ secret, algorithm, expiresInMinutes: lifetimeMinutes }, clock),
      'clock',
    );
    has('opaqueTokens', sha256Tokens);
    has('limitCounts', ({ documents }) => documentLimitCounts(documents, limitCountDigests(secret)), 'documents');
    has('visitorDigest', () => hmacVisitorDigest(secret));
    has('cipher', ({ clock }) => fernetCipher(providerAuthEncryptionKey, clock), 'clock');
  });
