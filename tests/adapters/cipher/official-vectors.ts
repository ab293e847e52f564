import { readFile } from 'node:fs/promises';

/** A test vector of the Fernet specification. */
export interface Vector {
  readonly token: string;
  /** When the token was made, or is looked at. */
  readonly now: string;
  readonly secret: string;
  /** How old the token may be. */
  readonly ttl_sec: number;
  readonly src: string;
  readonly iv: readonly number[];
  /** Why the token is invalid. */
  readonly desc: string;
}

/** The vectors of one file, as the repository of the specification has them. */
export const officialVectors = async (name: 'generate' | 'verify' | 'invalid'): Promise<readonly Vector[]> =>
  JSON.parse(await readFile(new URL(`${name}.json`, import.meta.url), 'utf8')) as Vector[];
