import { assert } from 'chai';
import type { DatabaseHealth } from '../../application/ports/health.ts';
import type { Contract } from '../support/contract.ts';

export interface HealthOfDatabase {
  readonly health: DatabaseHealth;
  /** Makes the database refuse whatever it is asked. */
  fail(): void | Promise<void>;
  /** Makes the database answer nothing at all, and lets all patience run out once it is asked. */
  hang(): void;
}

export const healthContract: Contract<HealthOfDatabase> = {
  'is up while the database answers': async ({ health }) => {
    assert.isTrue(await health.isUp());
    assert.isTrue(await health.isUp());
  },

  'is down, without throwing, when the database refuses': async ({ health, fail }) => {
    await fail();
    assert.isFalse(await health.isUp());
  },

  'is down, in bounded time, when the database does not answer': async ({ health, hang }) => {
    hang();
    const tired = new Promise<string>((resolve) => void setTimeout(resolve, 200, 'still waiting'));
    assert.equal(await Promise.race([health.isUp(), tired]), false);
  },
};
