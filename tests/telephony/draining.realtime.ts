import { assert } from 'chai';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';

describe('drain while calls ring', function () {
  let platform: OpenPlatform;
  let telephone: Telephone;
  before(async () => {
    platform = await openPlatform({
      services: ['api', 'runtime', 'simulator'],
      parts: { vendors: scriptedVendors() },
    });
    telephone = await joinTelephone(platform);
  });

  it('connects answered calls and records the others before it ends', async () => {
    const [picksUp, isBusy] = await Promise.all([telephone.dial('+14155550606'), telephone.dial('+14155550601')]);
    const drained = platform.drain(TIMEOUT_MS).then(() => 'drained');
    const [answered, busy] = await Promise.all([telephone.over(picksUp.call_id), telephone.over(isBusy.call_id)]);
    assert.deepInclude(answered, { status: 'completed', call_response: 'answered', error_message: null });
    assert.isAtLeast(answered.duration ?? 0, 1, 'it was talked');
    assert.deepInclude(busy, { status: 'busy', call_response: 'busy' });
    assert.equal(await drained, 'drained');
  });

  it('refuses new inbound calls', async () => {
    const sid = await telephone.ring();
    const { hang_up } = await telephone.hungUp(sid);
    assert.equal(hang_up?.code, 7011);
  });
});
