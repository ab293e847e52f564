import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import type { CallSpool } from '../../application/ports/call-spool.ts';
import { call, outcome } from '../contracts/call-spool.contract.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

describe('call spool of a worker', () => {
  it('is readable for its owner only, also where another worker than the first one makes the directory', async () => {
    const directory = join(await temporaryDirectory(), 'spool');
    const spool = filesystemSpool(directory, rememberingLog().log, 2);
    atEndOfTest(() => spool.close());
    const entry = await spool.open(call('first'));
    atEndOfTest(() => entry.finish(outcome));
    for (const path of [directory, join(directory, '.worker-2')]) assert.equal((await stat(path)).mode & 0o777, 0o700);
  });

  it('takes over the calls of workers that are gone, and leaves those of workers that run', async () => {
    const directory = join(await temporaryDirectory(), 'spool');
    const { log } = rememberingLog();
    const worker = (slot: number): CallSpool => {
      const spool = filesystemSpool(directory, log, slot);
      atEndOfTest(() => spool.close());
      return spool;
    };
    const [running, dead] = [worker(2), worker(3)];
    for (const [spool, name] of [
      [running, 'live'],
      [dead, 'cut'],
    ] as const) {
      const entry = await spool.open(call(name));
      atEndOfTest(() => entry.finish(outcome));
    }
    // Its lock ends with its process.
    dead.close();
    const first = worker(1);
    const found = (await first.pending()).map(({ call_id, isOrphan }) => ({ call_id, isOrphan }));
    assert.deepEqual(found, [{ call_id: 'cut', isOrphan: true }]);
    assert.deepEqual(
      (await running.pending()).map(({ call_id }) => call_id),
      [],
    );
    assert.deepEqual(await readdir(join(directory, '.worker-2')), ['live']);
    assert.deepEqual(await readdir(join(directory, '.worker-3')), []);
  });
});
