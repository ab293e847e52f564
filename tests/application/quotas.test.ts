import { Readable } from 'node:stream';
import { assert } from 'chai';
import { keepQuotas } from '../../application/quotas/keep-quotas.ts';
import type { Quotas } from '../../domain/accounts/quotas.ts';
import type { Reservation } from '../../domain/accounts/stored-use.ts';
import { openPorts, type Ports } from '../support/world.ts';

const ORG = 'o1';

describe('quota reservations', () => {
  let ports: Ports;
  beforeEach(async () => (ports = await openPorts()));

  const allow = (quotas: Partial<Quotas>): void => {
    ports.limits.quotas = { ...ports.limits.quotas, ...quotas };
  };
  /** Has ten ask at the same moment, and answers how many got room. */
  const admitted = async (kind: Reservation['kind'], bytes: number): Promise<number> => {
    // Two processes over one store.
    const keepers = [ports.quotas, keepQuotas(ports)] as const;
    const requests = Array.from({ length: 10 }, (_, each) =>
      keepers[each % 2 === 0 ? 0 : 1].reserve(ORG, { kind, id: `${each}`, bytes }),
    );
    return (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled').length;
  };

  it('are granted under a race only up to the quota', async () => {
    allow({ uploads: 350, documents: 4, agents: 5 });
    assert.equal(await admitted('contact_list', 100), 3);
    allow({ uploads: null });
    assert.equal(await admitted('document', 100), 4);
    assert.equal(await admitted('agent', 0), 5);
  });

  it('are granted to 1,000 concurrent requests within the quota', async () => {
    allow({ agents: 1_000 });
    const requests = Array.from({ length: 1_000 }, (_, each) =>
      ports.quotas.reserve(ORG, { kind: 'agent', id: `${each}`, bytes: 0 }),
    );
    await Promise.all(requests);
  });

  it('are granted during an object store outage and counted after it', async () => {
    allow({ uploads: 100 });
    const bytes = Readable.from([new Uint8Array(90)]);
    await ports.objects.put(`${ORG}/knowledge/d/a.pdf`, bytes, { size: 90, contentType: 'application/pdf' });
    const { list } = ports.objects;
    Object.assign(ports.objects, {
      list: () => Readable.from([]).destroy(new Error('away')),
    });
    const room = await ports.quotas.reserve(ORG, { kind: 'document', id: 'b', bytes: 5 });
    await room.release();
    Object.assign(ports.objects, { list });
    assert.equal((await ports.quotas.usage(ORG)).uploads.used, 90);
  });

  it('are released when unused and counted once when committed', async () => {
    allow({ uploads: 100 });
    const first = await ports.quotas.reserve(ORG, { kind: 'document', id: 'a', bytes: 100 });
    await first.release();
    await first.release();
    const second = await ports.quotas.reserve(ORG, { kind: 'document', id: 'b', bytes: 100 });
    await second.commit();
    await second.release();
    assert.equal((await ports.quotas.usage(ORG)).uploads.used, 100);
  });

  it('expire when the store does not answer', async () => {
    allow({ agents: 1 });
    const room = await ports.quotas.reserve(ORG, { kind: 'agent', id: 'a', bytes: 0 });
    const { change } = ports.storedUse;
    Object.assign(ports.storedUse, { change: () => Promise.reject(new Error('away')) });
    await room.release();
    Object.assign(ports.storedUse, { change });
    assert.deepEqual(
      ports.logged.map(({ event }) => event),
      ['quotas.reservation_not_finished'],
    );
    assert.equal(await admitted('agent', 0), 0);
    ports.clock.advance(15 * 60_000 + 1);
    assert.equal(await admitted('agent', 0), 1);
  });

  it('count existing files, and uploads in progress only once', async () => {
    allow({ uploads: 250 });
    const put = (key: string) =>
      ports.objects.put(key, once(Buffer.alloc(100)), { size: 100, contentType: 'application/pdf' });
    await put(`${ORG}/knowledge/old.pdf`);
    await put(`${ORG}/call/recording.wav`);
    await put('o10/knowledge/foreign.pdf');
    const key = `${ORG}/knowledge/new.pdf`;
    const room = await ports.quotas.reserve(ORG, { kind: 'document', id: key, bytes: 100 });
    await put(key);
    ports.clock.advance(11 * 60_000);
    assert.equal(await admitted('document', 100), 0, 'counted again before it is refused');
    await room.commit();
    const { uploads, storage } = await ports.quotas.usage(ORG);
    assert.deepEqual([uploads.used, storage.used], [200, 300]);
  });
});

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
