import { join } from 'node:path';
import { assert } from 'chai';
import { resolve } from '../../bootstrap/dependencies.ts';
import { filesystemSpool } from '../../adapters/call-spool/filesystem.ts';
import { probeDocuments } from '../../adapters/documents/health.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { storeFaultOf } from '../../adapters/lib/store-faults.ts';
import { writeProbes } from '../../adapters/lib/write-probes.ts';
import { filesystemObjects } from '../../adapters/objects/filesystem.ts';
import { probeObjects } from '../../adapters/objects/probe.ts';
import { call, outcome, ramp } from '../contracts/call-spool.contract.ts';
import { people, person } from '../contracts/documents-people.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { eventually } from '../support/eventually.ts';
import { refusalOf } from '../support/refusals.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { skip } from '../support/skipped.ts';
import { smallDisk, type SmallDisk } from '../support/small-disk.ts';

describe('full disk', () => {
  let disk: SmallDisk;
  beforeEach(async function () {
    const mounted = await smallDisk();
    if (mounted === null) return skip(this, 'this user may not mount a small file system');
    disk = mounted;
  });
  afterEach(() => disk?.close());

  it('is reported by every store, which recovers once there is space', async () => {
    const clock = fakeClock();
    const { log, lines } = rememberingLog();
    const engine = await sqliteEngine(join(disk.path, 'platform.db'));
    const links = hmacObjectLinks({ secret: 'secret', path: '/' }, clock);
    const objects = filesystemObjects(join(disk.path, 'objects'), 'bucket', links);
    const spool = filesystemSpool(join(disk.path, 'spool'), log);
    const noted: string[] = [];
    const stores = writeProbes(
      { documents: probeDocuments(engine, clock), objects: probeObjects(objects), spool: () => spool.probe() },
      { clock, recordStoreFault: (store, error) => void noted.push(`${store} ${String(storeFaultOf(error))}`) },
    );
    const collection = await people(engine);
    const later = (): void => clock.advance(5_000);
    assert.deepEqual(await stores.unwritable(), []);
    later();
    await disk.fill();
    // What SQLite still has room for in its log is used up.
    for (let number = 0; number < 100; number += 1)
      await collection.insert(person(number, { notes: { text: 'x'.repeat(10_000) } })).catch(() => undefined);
    assert.deepEqual(await stores.unwritable(), ['documents', 'objects', 'spool']);
    assert.sameMembers(noted, ['documents full', 'objects full', 'spool full']);
    later();
    await disk.free();
    assert.deepEqual(await stores.unwritable(), []);
    assert.isEmpty(lines);
    spool.close();
    await engine.close();
  });

  it('refuses a document write as an outage and leaves no part of it', async () => {
    const engine = await sqliteEngine(join(disk.path, 'platform.db'));
    const collection = await people(engine);
    await disk.fill();
    const refused: number[] = [];
    for (let number = 0; number < 200; number += 1) {
      const write = collection.insert(person(number, { notes: { text: 'x'.repeat(10_000) } }));
      const refusal = await write.then(
        () => null,
        (error: unknown) => refusalOf(Promise.reject(error as Error)),
      );
      if (refusal === null) continue;
      assert.deepEqual([refusal.problem, refusal.message], ['outage', 'The document store is full']);
      refused.push(number);
    }
    assert.isNotEmpty(refused);
    assert.equal(await collection.count({}), 200 - refused.length);
    await disk.free();
    for (const number of refused) await collection.insert(person(number));
    assert.equal(await collection.count({}), 200);
    await engine.close();
  });

  it('makes the API and the runtime unready but alive, with 503', async () => {
    const platform = await openPlatform({ dataDir: disk.path, env: { TRUST_PROXY: 'off' } });
    try {
      await disk.fill();
      const ready = async (url: string): Promise<unknown> => (await fetch(new URL('/readyz', url))).json();
      assert.deepEqual(await ready(platform.runtimeUrl), { status: 'unavailable', unwritable: ['spool'] });
      const { unwritable } = (await ready(platform.apiBaseUrl)) as { unwritable: string[] };
      assert.include(unwritable, 'objects');
      for (const url of [platform.runtimeUrl, platform.apiBaseUrl])
        for (const path of ['/health', '/livez']) assert.equal((await fetch(new URL(path, url))).status, 200, path);
      const statuses = new Set<number>();
      for (let number = 0; number < 60 && !statuses.has(503); number += 1) {
        const body = JSON.stringify({
          email: `${number}@example.com`,
          password: 'a password of the tests',
          organisation_name: 'x'.repeat(200),
        });
        const headers = { 'Content-Type': 'application/json' };
        statuses.add((await fetch(`${platform.apiBaseUrl}/users/signup`, { method: 'POST', headers, body })).status);
      }
      assert.include([...statuses], 503);
      assert.notInclude([...statuses], 500);
    } finally {
      await disk.free();
      await platform.close();
    }
  });

  it('is named in the call log as the reason for an incomplete recording', async () => {
    const { log } = rememberingLog();
    const spool = filesystemSpool(join(disk.path, 'spool'), log);
    const entry = await spool.open(call('c1'));
    entry.appendAudio(ramp(8_000));
    await disk.fill();
    for (let second = 1; second <= 30; second += 1) entry.appendAudio(ramp(16_000));
    await entry.finish(outcome);
    const [left] = await spool.pending();
    assert.equal(left?.outcome?.status, 'completed');
    assert.match(left?.outcome?.error_message ?? '', /recording is incomplete: the disk was full/);
    spool.close();
  });

  it('lets a call end with its real outcome once there is space again', async () => {
    const platform = await openPlatform({ dataDir: disk.path });
    const delivery = await resolve(platform.container, 'delivery');
    try {
      const { register, call: callWhen } = await joinPlatform(platform);
      const { callId, socket } = await register();
      const caller = await SyntheticCaller.join(socket);
      await caller.waitFor(({ type }) => type === 'bot-started-speaking', 30_000);
      await disk.fill();
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
      await caller.hangUp();
      await eventually(() => delivery.undelivered > 0, 'a delivery that fails');
      await disk.free();
      const log = await callWhen(callId, (seen) => isDelivered(seen) && seen.recording_url !== null);
      assert.equal(log.status, 'completed');
      assert.match(log.error_message ?? '', /recording.* incomplete: the disk was full/);
    } finally {
      await platform.close();
    }
  });
});
