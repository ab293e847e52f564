import { assert } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Flusher, logFlusher } from '../../adapters/documents/drivers/sqlite-flush.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Flushes that the test ends. */
function pendingFlushes() {
  const ends: ((error?: Error) => void)[] = [];
  const flusher = new Flusher(
    () => new Promise((resolve, reject) => void ends.push((error) => (error ? reject(error) : resolve()))),
  );
  return { flusher, ends };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('flushing what was written', () => {
  it('begins at once, and is shared by those who ask at the same moment', async () => {
    const { flusher, ends } = pendingFlushes();
    const all = Promise.all([flusher.flush(), flusher.flush()]);
    await settled();
    assert.lengthOf(ends, 1);
    ends[0]!();
    await all;
  });

  it('begins anew for those who wrote while it ran, once for all of them', async () => {
    const { flusher, ends } = pendingFlushes();
    const first = flusher.flush();
    await settled();
    let isLater = false;
    const later = Promise.all([flusher.flush(), flusher.flush()]).then(() => (isLater = true));
    ends[0]!();
    await first;
    await settled();
    assert.lengthOf(ends, 2);
    assert.isFalse(isLater);
    ends[1]!();
    await later;
  });

  it('fails the writes it was for and no later ones', async () => {
    const { flusher, ends } = pendingFlushes();
    const first = flusher.flush().catch(({ message }: Error) => message);
    await settled();
    const second = flusher.flush();
    ends[0]!(new Error('The disk is gone'));
    assert.equal(await first, 'The disk is gone');
    await settled();
    ends[1]!();
    await second;
  });

  it('that fails when its log is closed does not keep the log from being closed', async () => {
    const location = join(await temporaryDirectory(), 'platform.db');
    await writeFile(`${location}-wal`, '');
    const { flusher, close } = logFlusher(location);
    await flusher.flush();
    await close();
    await close();
    assert.equal(await flusher.flush(), undefined, 'it is opened again');
    await close();
  });

  it('is what an insert waits for where documents must last', async () => {
    const directory = await temporaryDirectory();
    const engine = await sqliteEngine(`${directory}/platform.db`);
    const lasting = await engine.open<{ readonly id: string }>({ name: 'lasting', indexes: [], isLasting: true });
    await Promise.all([lasting.insert({ id: 'a' }), lasting.insert({ id: 'b' })]);
    assert.equal(await lasting.count({}), 2);
    await engine.close();
  });
});
