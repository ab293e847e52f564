import { statSync } from 'node:fs';
import type { Log } from '../application/ports/log.ts';
import type { SsoConnection } from '../domain/accounts/single-sign-on.ts';
import { SettingError } from './env-readers.ts';
import { connectionsIn } from './single-sign-on-settings.ts';

/** The operator's connections to OpenID providers, which follow changes of their file. */
export class SsoConnections {
  readonly #path: string | null;
  readonly #log: Log;
  readonly #connections: SsoConnection[];
  #seen: string | null = null;

  constructor(initial: readonly SsoConnection[], path: string | null, log: Log) {
    this.#path = path;
    this.#log = log;
    this.#connections = [...initial];
  }

  /** The present connections. The list is always the same object. */
  get all(): readonly SsoConnection[] {
    return this.#connections;
  }

  /** Reads the file again if it has changed. A wrong or missing file is logged once, and the connections stay. */
  refresh(): void {
    if (this.#path === null) return;
    const version = versionOf(this.#path);
    if (version === this.#seen) return;
    this.#seen = version;
    const read = connectionsIn(this.#path);
    if (read instanceof SettingError) return this.#log.error('single_sign_on.file_refused', { reason: read.advice });
    const isChanged = JSON.stringify(read) !== JSON.stringify(this.#connections);
    this.#connections.splice(0, this.#connections.length, ...read);
    if (isChanged) this.#log.info('single_sign_on.file_read', { connections: read.length });
  }
}

/** Differs after each change of the file, also when a link leads to another one, as mounted secrets are replaced. */
function versionOf(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : 'missing';
}
