import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { parseSsoConnections, type SsoConnection } from '../domain/accounts/single-sign-on.ts';
import { DomainError } from '../domain/errors.ts';
import { SettingError, type Read, type Reader } from './env-readers.ts';

/** Connections to OpenID providers, from the operator's file. */
export const singleSignOnSettings = (read: Read): readonly SsoConnection[] =>
  read('SSO_CONNECTIONS_FILE', connectionsFile, []);

const connectionsFile: Reader<readonly SsoConnection[]> = (path) => {
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
};
