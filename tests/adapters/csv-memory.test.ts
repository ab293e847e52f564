import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { assert } from 'chai';
import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { contactsOf, countContacts } from '../../application/campaigns/read-contacts.ts';

const ROWS = 150_000;
/** Rows that were kept would take four times as much. In bytes. */
const GROWTH_MAX = 24 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use after garbage collection. */
function used(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A list that is made as it is read, and tells what is in use in its middle and near its end. */
async function* longList(seen: number[]): AsyncGenerator<Uint8Array> {
  yield Buffer.from('phone_number,name,city\n');
  for (let row = 0; row < ROWS; row += 1_000) {
    const lines = Array.from({ length: 1_000 }, (_, at) => `+1415${5_000_000 + row + at},Name ${row + at},Somewhere\n`);
    if (row === 10_000 || row === ROWS - 1_000) seen.push(used());
    yield Buffer.from(lines.join(''));
  }
}

describe('a long contact list', function () {
  it('is looked through with flat memory', async () => {
    const seen: number[] = [];
    assert.equal(await countContacts(csvParser(), longList(seen)), ROWS);
    assert.isBelow(seen[1]! - seen[0]!, GROWTH_MAX);
  });

  it('is read contact by contact with flat memory, at the pace of its reader', async () => {
    const seen: number[] = [];
    let contacts = 0;
    for await (const some of contactsOf(csvParser(), longList(seen))) contacts += some.length;
    assert.equal(contacts, ROWS);
    assert.isBelow(seen[1]! - seen[0]!, GROWTH_MAX);
  });
});
