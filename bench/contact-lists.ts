import type { ObjectStore } from '../application/ports/objects.ts';

const ROWS_AT_ONCE = 1_000;

/** Every contact of an organisation has a number of its own. */
export const contactNumber = (index: number): string => `+1${4_150_000_000 + index}`;

/** Contact lists that are made while they are read. The key of each is how many contacts it has. */
export const CONTACT_LISTS = {
  root: 'file://none/',
  open: (key: string) => Promise.resolve({ size: 1, bytes: contactLines(Number(key)) }),
} as unknown as ObjectStore;

async function* contactLines(contacts: number): AsyncIterable<Uint8Array> {
  yield Buffer.from('phone_number,name,city,agreed,until\n');
  for (let from = 0; from < contacts; from += ROWS_AT_ONCE)
    yield Buffer.from(
      Array.from(
        { length: Math.min(ROWS_AT_ONCE, contacts - from) },
        (_, at) => `${contactNumber(from + at)},Ada Lovelace,London,yes,9999-12-31\n`,
      ).join(''),
    );
}
