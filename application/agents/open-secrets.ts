import { openedValue, type NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { ToolSecretRepository } from '../ports/tool-secrets.ts';

export interface SecretPorts {
  readonly toolSecrets: ToolSecretRepository;
  readonly cipher: Cipher;
}

/** The secrets of these names in clear, as far as they are stored. */
export async function openSecrets(
  { toolSecrets, cipher }: SecretPorts,
  orgId: string,
  names: readonly string[],
): Promise<NewToolSecret[]> {
  const stored = names.length === 0 ? [] : await toolSecrets.list(orgId);
  return stored
    .filter(({ name }) => names.includes(name))
    .map((secret) => ({ name: secret.name, hosts: secret.hosts, value: openedValue(secret, cipher.decrypt) }));
}
