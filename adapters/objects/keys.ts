import { rejected } from '../../domain/errors.ts';

const LONGEST_NAME = 255;
const LONGEST_KEY = 1024;

/** What every store of objects answers to a key that is not the plain path of an object. */
export const unusable = (): Error => rejected('Not a usable object key');

/** The names a key is made of: none empty, none that climbs, nothing that another store would read differently. */
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
