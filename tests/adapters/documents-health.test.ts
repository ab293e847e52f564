import { assert } from 'chai';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentHealth } from '../../adapters/documents/health.ts';
import type { DatabaseHealth } from '../../application/ports/health.ts';
import { healthContract, type HealthOfDatabase } from '../contracts/health.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { engine } from './documents-repository.ts';
import { engineWith } from './documents-saboteurs.ts';

const healthOf = (make: typeof documentHealth) => async (): Promise<HealthOfDatabase> => {
  const clock = fakeClock();
  const real = await engine();
  let hangs = false;
  const pinged = (): Promise<void> =>
    hangs ? new Promise(() => queueMicrotask(() => clock.advance(60_000))) : real.ping();
  const health = make({ ...engineWith(real, () => ({})), ping: pinged }, clock);
  return { health, fail: () => real.close(), hang: () => void (hangs = true) };
};

describe('health: documents', () => {
  keeps(healthContract, healthOf(documentHealth));

  it('leaves no timer behind', async () => {
    const clock = fakeClock();
    await documentHealth(await engine(), clock).isUp();
    assert.equal(clock.waiting, 0);
  });
});

describe('health: the contract', () => {
  const always = (up: boolean) => (): DatabaseHealth => ({ isUp: async () => up });
  const reachable = (request: DocumentStore): DatabaseHealth => ({ isUp: () => request.ping().then(() => true) });
  bites(healthContract, healthOf(always(true)), healthOf(always(false)), healthOf(reachable));
});
