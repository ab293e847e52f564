import { CONNECTION_WORDS } from '../../adapters/lib/connection-words.ts';
import { DamagedDatabase } from '../../adapters/lib/store-faults.ts';
import { UpstreamFailure } from '../../application/ports/upstreams.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { DomainError } from '../../domain/errors.ts';
import { NewerStores } from '../../domain/upgrades/store-format.ts';

/** What a check found, and for all but `ok` what to do about it. Neither has a secret or an address with one. */
export interface Diagnosis {
  readonly state: 'ok' | 'warning' | 'fault';
  readonly text: string;
  readonly fix: string | null;
}

export const fine = (text: string): Diagnosis => ({ state: 'ok', text, fix: null });
export const warning = (text: string, fix: string): Diagnosis => ({ state: 'warning', text, fix });
export const fault = (text: string, fix: string): Diagnosis => ({ state: 'fault', text, fix });

/** A problem of the configuration is `NAME: what to write instead`. */
export function settingFault(problem: string): Diagnosis {
  const [name = '', ...advice] = problem.split(': ');
  return fault(`${name} cannot be used`, advice.join(': '));
}

/** One thing that is checked. */
export interface Check {
  readonly name: string;
  run(): Promise<readonly Diagnosis[]>;
}

/** Longest wait for a server, in ms. */
export const ANSWER_MS = 8_000;

/** Codes of failures that have a plain word. */
const WORDS: Readonly<Record<string, string>> = {
  ...CONNECTION_WORDS,
  TimeoutError: 'the server does not answer in time',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'part of the path is a file',
  ENOENT: 'there is no such file or directory',
  EISDIR: 'it is a directory',
  SQLITE_CANTOPEN: 'the file cannot be opened',
  SQLITE_READONLY: 'the file is read-only',
  SQLITE_BUSY: 'another process holds it',
};

/** Errors whose messages have no secrets, by their own contracts. */
const SAFE = [DomainError, VendorFailure, UpstreamFailure, DamagedDatabase, NewerStores];

/** Why something failed, without what a library may have put into its message. */
export function reasonOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (SAFE.some((kind) => each instanceof kind)) return each.message;
    const { code, name } = each as Error & { readonly code?: unknown };
    const known = WORDS[String(code)] ?? WORDS[name];
    if (known !== undefined) return known;
    if (!(each.cause instanceof Error)) return typeof code === 'string' ? code : name;
  }
  return 'an unknown error';
}

/** The host of a URL: the only part of it that is printed. */
export const hostOf = (url: string): string => new URL(url).host;
