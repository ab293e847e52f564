import { rejected } from '../../domain/errors.ts';

const LONGEST_NAME = 255;
const LONGEST_KEY = 1024;

/** The error for a key that is not a plain object path. */
export const unusable = (): Error => rejected('Not a usable object key');

/** The path segments of a key. Rejects empty and relative segments and characters that stores treat differently. */
export function namesOf(key: string): string[] {
  const names = key.split('/');
  const plain = (name: string): boolean =>
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    Buffer.byteLength(name) <= LONGEST_NAME &&
    !/[\\\p{Cc}]/u.test(name);
  if (!names.every(plain) || Buffer.byteLength(key) > LONGEST_KEY) throw unusable();
  return names;
}
