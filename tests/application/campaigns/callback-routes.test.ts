import { assert } from 'chai';
import { newNumber } from '../../../domain/telephony/phone-number.ts';
import { openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA, SECOND } from '../telephony-fixture.ts';

const NUMBER = '+14155550100';

describe('a callback that could not be made now', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  /** Schedules a callback of the first call. */
  const schedule = (): Promise<string> =>
    fixture.campaigns.scheduleCallback(ADA, fixture.carrier.dialled[0]!.callId, { in_minutes: 60 }).then(
      () => 'done',
      (error: Error) => error.message,
    );

  it('is not promised where the variant that called the contact is archived, whatever the others are', async () => {
    const first = fixture.agent.agent_id;
    const second = (await fixture.createAnswering(SECOND, 'Second')).agent_id;
    const variants = [
      { agent_id: first, weight: 0 },
      { agent_id: second, weight: 1 },
    ];
    await fixture.launch(1, { variants });
    await fixture.pass(1_000);
    await fixture.ports.agents.update('o1', first, { status: 'archived' });
    assert.equal(await schedule(), 'done', 'the other agent makes it');
    await fixture.ports.agents.update('o1', second, { status: 'archived' });
    assert.match(await schedule(), /The agent is archived/);
  });

  it('is not promised where no number of the caller ID pool is left', async () => {
    const { phoneNumbers, clock } = fixture.ports;
    await phoneNumbers.add(newNumber({ phone_number: NUMBER, provider: 'plivo', org_id: 'o1' }, clock.now()));
    await fixture.launch(1, { caller_id_pool: { numbers: [NUMBER] } });
    await fixture.pass(1_000);
    assert.equal(await schedule(), 'done');
    await phoneNumbers.change((await phoneNumbers.find(NUMBER))!, { org_id: 'another' });
    assert.match(await schedule(), /^No number of the caller ID pool is one of the organisation's numbers at plivo/);
  });
});
