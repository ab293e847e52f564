import { assert } from 'chai';
import { lostRuntime } from './lost-runtime.ts';
import { TIMEOUT_MS } from './telephone.ts';

/** How long a call lease is valid without a renewal, in ms. */
const LEASE_MS = 45_000;

describe('calls of a killed runtime', function () {
  this.timeout(2 * TIMEOUT_MS);
  let lost: Awaited<ReturnType<typeof lostRuntime>>;
  before(async () => {
    lost = await lostRuntime();
  });
  after(() => lost.close());

  it('keep their slots until their leases expire, then end', async () => {
    const { telephone, clock } = lost;
    const full = /answered 429: .*Organisation concurrent call limit reached/;
    assert.match(await telephone.refusal('+14155550101'), full);
    await lost.kill();
    assert.match(await telephone.refusal('+14155550101'), full);
    clock.forward(LEASE_MS);

    const logs = await lost.settled();
    const ends = logs.map(({ call_type, status, call_response }) => `${call_type} ${status} ${call_response}`);
    assert.sameMembers(ends, ['outbound failed answered', 'inbound failed answered', 'web failed answered']);
    for (const { end_time_utc, duration } of logs) {
      assert.isString(end_time_utc);
      assert.isNumber(duration);
    }
    assert.equal(await telephone.refusal('+14155550101'), 'dialled');
  });
});
