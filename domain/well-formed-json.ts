import { invalid } from './errors.ts';

/** Characters that some stores and vendors reject: NUL and lone surrogates. */
const ILL_FORMED = /[\0\p{Cs}]/u;
const WHY = 'must not contain NUL characters or invalid Unicode';
const PATH_MAX = 100;

/** Rejects JSON that cannot be stored and forwarded unchanged. Checks all texts, including field names. */
export function requireWellFormed(value: unknown, path: string): void {
  // Naming each place takes longer than looking at it.
  if (!isWellFormed(value)) rejectIllFormed(value, path);
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !ILL_FORMED.test(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isWellFormed);
  return Object.entries(value).every(([name, item]) => !ILL_FORMED.test(name) && isWellFormed(item));
}

function rejectIllFormed(value: unknown, path: string): void {
  if (typeof value === 'string' && ILL_FORMED.test(value)) throw invalid(`${shortened(path)} ${WHY}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (ILL_FORMED.test(name)) throw invalid(`A name in ${shortened(path)} ${WHY}`);
    rejectIllFormed(item, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`);
  }
}

const shortened = (path: string): string => (path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path);
