import { invalid } from './errors.ts';

/** What not every store and not every vendor takes: NUL, and half of a surrogate pair. */
const UNSOUND = /[\0\p{Cs}]/u;
const WHY = 'must not hold NUL characters or broken Unicode';
const PATH_MAX = 100;

/** Refuses JSON that could not be kept and passed on as it is: in all of its texts, the names of fields among them. */
export function requireSound(value: unknown, path: string): void {
  if (typeof value === 'string' && UNSOUND.test(value)) throw invalid(`${shown(path)} ${WHY}`);
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value)) {
    if (UNSOUND.test(name)) throw invalid(`A name in ${shown(path)} ${WHY}`);
    requireSound(item, Array.isArray(value) ? `${path}[${name}]` : `${path}.${name}`);
  }
}

const shown = (path: string): string => (path.length > PATH_MAX ? `${path.slice(0, PATH_MAX)}…` : path);
