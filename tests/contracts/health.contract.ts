import { assert } from 'chai';
import type { DatabaseHealth } from '../../application/ports/health.ts';
import type { Contract } from '../support/contract.ts';
import { eventually } from '../support/eventually.ts';

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
    let isUp: boolean | null = null;
    void health.isUp().then((answer) => (isUp = answer));
    await eventually(() => isUp !== null, 'an answer');
    assert.isFalse(isUp);
  },
};
