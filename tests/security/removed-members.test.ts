import { assert } from 'chai';
import type { Membership } from '../../domain/accounts/membership.ts';
import { openWorld } from '../support/world.ts';

const READS = [
  ...['calls/c1/transcript', 'callbacks', 'callbacks/b1', 'campaign/c1/runs', 'campaign/c1/report'],
  ...['campaign/c1/refusals', 'campaign/c1/deferrals', 'campaign/c1/decisions'],
].map((path) => `/api/v1/${path}`);

describe('the token of a removed member', () => {
  it('reads what callers said, callbacks and rows of campaigns before the removal only', async () => {
    const world = await openWorld();
    const { email, token } = await world.signUp();
    for (const path of READS) assert.notEqual((await world.ask('GET', path, { token })).status, 401, path);
    const memberships = await world.ports.documents.open<Membership>({ name: 'memberships', indexes: [] });
    await memberships.remove({ email });
    for (const path of READS) {
      const { status, detail } = await world.ask('GET', path, { token });
      assert.deepEqual([status, detail], [401, 'Membership no longer exists'], path);
    }
  });
});
