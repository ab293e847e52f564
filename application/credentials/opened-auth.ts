import { isOpenText, unsealed, type Credentials, type ProviderAuth } from '../../domain/credentials/provider-auth.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Log } from '../ports/log.ts';

/** The credentials in what is stored. Without a key nothing is read, not even what lies open, and that is told. */
export function openedAuth({ cipher, log }: { cipher: Cipher; log: Log }, stored: ProviderAuth): Credentials {
  const { org_id, provider, auth } = stored;
  // spec: ProviderAuth rule 7
  cipher.requireKey();
  if (isOpenText(auth)) log.warn('credentials.not_encrypted', { org_id, provider });
  return unsealed(auth, cipher.decrypt);
}
