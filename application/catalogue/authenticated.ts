import { isAuthenticated } from '../../domain/providers/catalogue.ts';
import { secretsOf, type Declaration } from '../../domain/providers/declaration.ts';
import type { CredentialIndex } from '../ports/credential-index.ts';

/** Tells which of these providers an organisation may use at once. Nothing is looked up when none of them has secrets. */
export async function authenticatedAmong(
  declarations: readonly Declaration[],
  orgId: string,
  credentialIndex: CredentialIndex,
): Promise<(declaration: Declaration) => boolean> {
  const needed = declarations.some((declaration) => secretsOf(declaration).length > 0);
  const configured = needed ? await credentialIndex.configured(orgId) : new Set<string>();
  return (declaration) => isAuthenticated(declaration, configured);
}
