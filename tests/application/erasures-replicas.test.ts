import { assert } from 'chai';
import { CLAIM_MS } from '../../application/claim-heartbeat.ts';
import { Deferred } from '../../application/deferred.ts';
import { erasureWorker } from '../../application/erasures/erasure-worker.ts';
import type { ContactEraser, ErasureProgress, ErasureRepository } from '../../application/ports/erasures.ts';
import { NEXT_PASS_MS, newErasure } from '../../domain/erasures/erasure.ts';
import { eventually } from '../support/eventually.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openPorts } from '../support/world.ts';

const NUMBER = '+14155550177';

/** Replicas of the API over one store, which holds an erasure of a number. */
async function replicas() {
  const ports = await openPorts();
  const { erasures, clock } = ports;
  const orgId = crypto.randomUUID();
  const wanted = {
    ...{ org_id: orgId, erasure_id: crypto.randomUUID(), scope: 'phone_number' as const, phoneNumber: NUMBER },
  };
  await erasures.add(newErasure({ ...wanted, requested_by: 'ada@example.com', now: clock.now() }), NUMBER);
  clock.advance(1);
  return {
    ports,
    /** A replica that erases contacts like this. */
    replica: (eraseNumber: ContactEraser['eraseNumber'], more: object = {}) =>
      erasureWorker({ ...ports, ...more, contactEraser: { ...ports.contactEraser, eraseNumber } }),
    read: async () => (await erasures.find(orgId, wanted.erasure_id))!,
    claim: () => erasures.claim(orgId, 'test', { now: clock.now().toISOString(), until: clock.now().toISOString() }),
  };
}

describe('erasures on several replicas', () => {
  it('are worked on by one replica at a time', async () => {
    const { replica, read } = await replicas();
    let [running, most] = [0, 0];
    const pass = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    const workers = Array.from({ length: 5 }, () => replica(pass));
    // A store on a server may be away at first.
    await eventually(async () => {
      await Promise.all(workers.map((worker) => worker.tick()));
      return (await read()).status === 'done';
    }, 'the erasure');
    assert.equal(most, 1);
  });

  it('are taken over when the claim of a replica that died expires', async () => {
    const { ports, replica, read } = await replicas();
    const started = new Deferred<void>();
    const dead = new Deferred<void>();
    // Its clock stands still: it renews nothing.
    const lost = replica(() => (started.resolve(), dead.promise), { clock: fakeClock(ports.clock.now()) });
    lost.wake();
    await started.promise;
    await replica(async () => undefined).tick();
    assert.equal((await read()).status, 'pending');
    ports.clock.advance(CLAIM_MS + 1);
    await replica(async () => undefined).tick();
    assert.equal((await read()).status, 'done');
    dead.resolve();
    await lost.stop();
  });

  /** A replica is suspended in a pass that finds nothing, while another one takes over and finds something. */
  async function suspended(more: (erasures: ErasureRepository) => object) {
    const { ports, replica, read, claim } = await replicas();
    const started = new Deferred<void>();
    const resumed = new Deferred<void>();
    const clock = fakeClock(ports.clock.now());
    const slow = replica(() => (started.resolve(), resumed.promise), { clock, ...more(ports.erasures) });
    slow.wake();
    await started.promise;
    ports.clock.advance(CLAIM_MS + 1);
    await replica((_org, _number, progress: ErasureProgress) => progress.erased('contacts')).tick();
    resumed.resolve();
    await slow.tick();
    const { status } = await read();
    ports.clock.advance(NEXT_PASS_MS + 1);
    const next = await claim();
    await ports.close();
    return { status, phoneNumber: next?.phoneNumber ?? null };
  }

  it('keep their number when a suspended replica continues in the pass of its successor', async () => {
    assert.deepEqual(await suspended(() => ({})), { status: 'pending', phoneNumber: NUMBER });
  });

  it('would lose it where changes are not bound to the claim', async () => {
    const { phoneNumber } = await suspended((erasures) => ({ erasures: { ...erasures, change: async () => true } }));
    assert.isNull(phoneNumber);
  });
});
