import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseSsoConnections, type SsoConnection } from '../domain/accounts/single-sign-on.ts';
import { DomainError } from '../domain/errors.ts';
import { anyText, SettingError, type Read } from './env-readers.ts';

/** The operator's file of connections to OpenID providers, and what it has at the start. */
export const singleSignOnSettings = (
  read: Read,
): { readonly ssoConnections: readonly SsoConnection[]; readonly ssoConnectionsFile: string | null } => ({
  ssoConnections: read('SSO_CONNECTIONS_FILE', connectionsIn, []),
  ssoConnectionsFile: read('SSO_CONNECTIONS_FILE', anyText, null),
});

/** The connections in a file, or what is wrong with it. */
export function connectionsIn(path: string): readonly SsoConnection[] | SettingError {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'));
  } catch {
    // The message of the parser would quote the file, which has secrets.
    return new SettingError('write the path of a readable YAML file, as docs/single-sign-on.md describes it');
  }
  try {
    return parseSsoConnections(content);
  } catch (error) {
    if (error instanceof DomainError) return new SettingError(`correct the file: ${error.message}`);
    throw error;
  }
}
