import { allow, type Caller } from '../../domain/accounts/caller.ts';
import type { CredentialIndex } from '../ports/credential-index.ts';

/** Ids of the providers the organisation stored credentials for, in alphabetical order. */
export const listConfigured =
  ({ credentialIndex }: { credentialIndex: CredentialIndex }) =>
  async (caller: Caller): Promise<readonly string[]> => {
    const { org_id } = allow(caller, 'catalogue.read');
    return [...(await credentialIndex.configured(org_id))].toSorted();
  };
