import { assert } from 'chai';
import { callerSuppressor } from '../../../application/campaigns/suppress-caller.ts';
import { BOT_EMAIL, type Principal } from '../../../domain/accounts/principal.ts';
import { rejected } from '../../../domain/errors.ts';
import { callUseCases } from '../../../application/calls/index.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const BOT: Principal = { email: BOT_EMAIL, org_id: 'o1', role: 'admin' };
const AT = '2026-01-31T09:30:11.000Z';
const REQUEST = { do_not_call: { source: 'tool', at: AT } } as const;

describe('a number whose person asked not to be called again', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const listed = () => fixture.campaigns.listSuppressions(ADA, { limit: 10, offset: 0 });
  /** Reports from the runtime, while time passes. */
  const report = async (callId: string, patch: object) => {
    const done = fixture.calls.update(BOT, callId, patch);
    for (let round = 0; round < 100; round += 1) {
      await fixture.pass(100);
      if ((await Promise.race([done, Promise.resolve(null)])) !== null) break;
    }
    return done;
  };
  const firstCall = async (campaign: { campaign_id: string }) =>
    (await fixture.logs()).find(({ campaign_id }) => campaign_id === campaign.campaign_id)!;

  it('is suppressed with source, call and time as evidence, which the refusal of its retry tells', async () => {
    const campaign = await fixture.launch(1, { retry_config: { retry_delay_seconds: 30, retry_on_voicemail: true } });
    await fixture.pass(1_000);
    const { call_id } = await firstCall(campaign);
    const updated = await report(call_id, REQUEST);
    assert.deepEqual(updated.do_not_call, REQUEST.do_not_call);
    const [entry] = (await listed()).suppressions;
    const evidence = { reason: 'asked for it in a call', source: 'tool', call_id, created_at: AT } as const;
    assert.deepInclude(entry, { ...evidence, phone_number: contactNumber(0), created_by: fixture.agent.name });
    await fixture.end(0, 'voicemail');
    await fixture.pass(60_000);
    assert.lengthOf(fixture.carrier.dialled, 1);
    const { refusals } = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, { from: 0, limit: 5 });
    assert.deepInclude(refusals[0], { suppression: evidence });
  });

  it('is not suppressed again by the end of the call once an admin has removed it', async () => {
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const { call_id } = await firstCall(campaign);
    await report(call_id, REQUEST);
    await fixture.campaigns.removeSuppression(ADA, contactNumber(0));
    await report(call_id, { ...REQUEST, status: 'completed', call_response: 'answered' });
    assert.equal((await listed()).total, 0);
  });

  it('is taken from the runtime alone', async () => {
    const call = await fixture.ring();
    const error = await fixture.calls.update(ADA, call.call_id, REQUEST).catch((thrown: Error) => thrown);
    assert.include((error as Error).message, 'Only the runtime reports what callers asked for');
    assert.equal((await listed()).total, 0);
  });

  it('is that of the caller in an inbound call, and none where the caller hides it', async () => {
    const call = await fixture.ring();
    await report(call.call_id, { do_not_call: { source: 'keypad', at: AT } });
    assert.deepInclude((await listed()).suppressions[0], {
      ...{ phone_number: call.from_number, source: 'keypad', reason: 'pressed the key for it in a call' },
    });
    const hidden = { ...call, from_number: 'anonymous' };
    const evidence = { source: 'analysis', reason: 'analysis: stop is true', at: AT } as const;
    assert.isFalse(await callerSuppressor(fixture.ports).suppress(hidden, evidence));
    assert.equal((await listed()).total, 1);
  });

  it('does not keep the end of its call from being recorded when the list is full, which is logged', async () => {
    const { log, lines } = rememberingLog();
    const full = { suppress: () => Promise.reject(rejected('A suppression list has at most 1000000 numbers')) };
    const calls = callUseCases({ ...fixture.ports, log, callerSuppressor: full });
    const call = await fixture.ring();
    const ended = await calls.update(BOT, call.call_id, { ...REQUEST, status: 'completed', call_response: 'answered' });
    assert.equal(ended.status, 'completed');
    assert.notProperty(ended, 'do_not_call');
    assert.include(JSON.stringify(lines), 'suppressions.not_added');
  });
});
