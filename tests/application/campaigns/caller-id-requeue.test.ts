import { assert } from 'chai';
import { newNumber } from '../../../domain/telephony/phone-number.ts';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';

const [KNOWN, OTHER] = ['+14155550100', '+12125550100'];

describe('a dial from a caller ID pool that was not sent', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));

  it('does not make its number the one that the contact knows', async () => {
    const { phoneNumbers, clock } = fixture.ports;
    for (const number of [KNOWN, OTHER])
      await phoneNumbers.add(newNumber({ phone_number: number, provider: 'plivo', org_id: 'o1' }, clock.now()));
    const give = async (org_id: string): Promise<unknown> =>
      phoneNumbers.change((await phoneNumbers.find(KNOWN))!, { org_id });
    await fixture.launch(1, {
      caller_id_pool: { numbers: [KNOWN, OTHER] },
      retry_config: { max_retries: 1, retry_delay_seconds: 30 },
    });
    await fixture.pass(1_000);
    await give('another');
    // For longer than a change of numbers takes to be known.
    for (let times = 0; times < 8; times += 1) fixture.carrier.before('dial', refusal(429));
    await fixture.end(0, 'busy');
    await fixture.pass(32_000);
    assert.equal((await fixture.logs())[0]?.from_number, OTHER, 'the dial that the carrier refused');
    await give('o1');
    await fixture.pass(30_000);
    assert.deepEqual(
      fixture.carrier.dialled.map(({ from }) => from),
      [KNOWN, KNOWN],
    );
  });
});
