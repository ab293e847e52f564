import { assert } from 'chai';
import type { Campaign } from '../../../domain/campaigns/campaign.ts';
import { BY_ANALYSIS, openAnalysedFixture, type AnalysedFixture } from './analysed-fixture.ts';
import { contactNumber } from './campaign-fixture.ts';
import { refusalOf } from '../../support/refusals.ts';
import { ADA, BOT } from '../telephony-fixture.ts';

describe('a campaign whose answered calls are analysed', () => {
  let fixture: AnalysedFixture;
  beforeEach(async () => (fixture = await openAnalysedFixture()));

  const waiting = async (campaign: Campaign) =>
    (await fixture.campaigns.listDeferrals(ADA, campaign.campaign_id, { from: 0, limit: 9 })).deferrals;

  it('keeps a contact that answered from being final, and shows for what and until when it waits', async () => {
    const campaign = await fixture.answered();
    const now = fixture.ports.clock.now();
    await fixture.pass(30_000);
    assert.include(await fixture.find(campaign), { state: 'running', processed_rows: 0, failed_rows: 0 });
    assert.equal(await fixture.taken(), 0);
    assert.deepEqual(await waiting(campaign), [
      {
        ...{ contact_index: 0, phone_number: contactNumber(0), reason: 'analysis', call_id: fixture.callIdOf(0) },
        until: new Date(now.getTime() + 600_000).toISOString(),
        deferred_at: now.toISOString(),
      },
    ]);
  });

  it('does not dial again where a callback was agreed after the decision to do so', async () => {
    const campaign = await fixture.answered();
    await fixture.analyse(0, 'unfinished');
    await fixture.pass(10_000);
    assert.deepInclude((await fixture.find(campaign)).decisions?.[0], { value: 'unfinished', retried: 1 });
    await fixture.campaigns.scheduleCallback(ADA, fixture.callIdOf(0), { in_minutes: 10 });
    await fixture.pass(180_000);
    assert.lengthOf(fixture.dialled(), 1);
    await fixture.ports.clock.advanceAsync(420_000);
    await fixture.pass(2_000);
    assert.lengthOf(fixture.dialled(), 2, 'the callback');
  });

  it('counts a callback that was answered as made while it waits, so that another one can be agreed', async () => {
    await fixture.launchAnalysed();
    await fixture.pass(200);
    const schedule = () => fixture.campaigns.scheduleCallback(ADA, fixture.callIdOf(0), { in_minutes: 1 });
    const { callback_id } = await schedule();
    await fixture.end(0, 'answered');
    await fixture.pass(62_000);
    await fixture.end(1, 'answered');
    await fixture.pass(1_000);
    const found = await fixture.campaigns.findCallback(ADA, callback_id);
    assert.include(found, { status: 'done', outcome: 'answered', callback_call_id: fixture.callIdOf(1) });
    assert.isEmpty(await fixture.campaigns.listCallbacks(ADA, { upcoming: true, limit: 9, offset: 0 }));
    const { message } = await refusalOf(fixture.campaigns.cancelCallback(ADA, callback_id));
    assert.match(message, /it has been made$/);
    assert.notEqual((await schedule()).callback_id, callback_id);
  });

  it('dials again by the plan of the value, from the end of the call, and is final after the retries', async () => {
    const campaign = await fixture.answered();
    await fixture.pass(60_000);
    await fixture.analyse(0, 'Unfinished');
    await fixture.pass(58_000);
    assert.lengthOf(fixture.dialled(), 1);
    await fixture.pass(4_000);
    assert.lengthOf(fixture.dialled(), 2);
    await fixture.end(1, 'answered');
    await fixture.analyse(1, 'unfinished');
    await fixture.pass(125_000);
    await fixture.end(2, 'answered');
    assert.deepInclude(await fixture.find(campaign), {
      ...{ state: 'completed', processed_rows: 1, failed_rows: 0 },
      decisions: [{ reason: 'value', value: 'unfinished', retried: 2, final: 0 }],
    });
    assert.deepEqual(
      (await fixture.runs(campaign)).map(({ state, is_final, decision }) => [state, is_final, decision?.value]),
      [
        ['done', false, 'unfinished'],
        ['done', false, 'unfinished'],
        ['done', true, undefined],
      ],
    );
  });

  for (const [what, result, reason] of [
    ['its plan has no delays', 'wrong person', { reason: 'value', value: 'wrong person' }],
    ['no plan has its value', 'fine', { reason: 'no_plan' }],
    ['the analysis fails', null, { reason: 'no_analysis' }],
  ] as const)
    it(`completes when ${what}`, async () => {
      const campaign = await fixture.answered();
      await fixture.analyse(0, result);
      await fixture.pass(7_000);
      const { state, decisions, processed_rows, failed_rows } = await fixture.find(campaign);
      assert.deepEqual([state, processed_rows, failed_rows], ['completed', 1, 0]);
      assert.deepEqual(decisions, [{ ...reason, retried: 0, final: 1 }]);
    });

  it('waits for an analysis that never comes only as long as is set, and does not follow one that is late', async () => {
    const campaign = await fixture.answered();
    await fixture.ports.clock.advanceAsync(590_000);
    await fixture.pass(5_000);
    assert.equal((await fixture.find(campaign)).state, 'running');
    await fixture.pass(8_000);
    assert.equal((await fixture.find(campaign)).state, 'completed');
    await fixture.analyse(0, 'unfinished');
    await fixture.pass(200_000);
    assert.lengthOf(fixture.dialled(), 1);
    assert.deepEqual((await fixture.find(campaign)).decisions, [{ reason: 'no_analysis', retried: 0, final: 1 }]);
  });

  it('counts the decision while it is paused, and dials only after it was resumed', async () => {
    const campaign = await fixture.answered();
    const paused = fixture.campaigns.move(ADA, campaign.campaign_id, 'pause');
    await fixture.pass(1_100);
    await paused;
    await fixture.analyse(0, 'unfinished');
    await fixture.pass(200_000);
    assert.lengthOf(fixture.dialled(), 1);
    assert.lengthOf((await fixture.find(campaign)).decisions ?? [], 1);
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(1_000);
    assert.lengthOf(fixture.dialled(), 2);
  });

  it('completes on resume when the last decision was made during the pause', async () => {
    const campaign = await fixture.answered();
    const paused = fixture.campaigns.move(ADA, campaign.campaign_id, 'pause');
    await fixture.pass(1_100);
    await paused;
    await fixture.analyse(0, 'fine');
    await fixture.pass(7_000);
    assert.include(await fixture.find(campaign), { state: 'paused', processed_rows: 1 });
    await fixture.campaigns.move(ADA, campaign.campaign_id, 'resume');
    await fixture.pass(1_000);
    assert.equal((await fixture.find(campaign)).state, 'completed');
  });

  it('takes a repeated report of the answer for what it is', async () => {
    const campaign = await fixture.answered();
    await fixture.end(0, 'answered');
    await fixture.pass(2_000);
    assert.include(await fixture.find(campaign), { state: 'running', processed_rows: 0 });
    assert.deepEqual(
      (await fixture.runs(campaign)).map(({ state }) => state),
      ['judging'],
    );
  });

  it('is deleted while contacts wait', async () => {
    const campaign = await fixture.answered();
    const deleted = fixture.campaigns.delete({ ...ADA, role: 'super_admin' }, campaign.campaign_id);
    await fixture.pass(1_100);
    await deleted;
    await fixture.analyse(0, 'unfinished');
    await fixture.pass(10_000);
    assert.isEmpty(await fixture.runs(campaign));
  });

  it('decides by its settings at that time', async () => {
    const campaign = await fixture.answered();
    await fixture.campaigns.update(ADA, campaign.campaign_id, { retry_config: { by_analysis: null } });
    await fixture.pass(7_000);
    assert.deepEqual((await fixture.find(campaign)).decisions, [{ reason: 'no_plan', retried: 0, final: 1 }]);
  });

  for (const [title, reason, dials] of [
    ['does not dial again where the agent ended a short call, as the runtime says after the carrier', 'agent_ended', 1],
    ['dials again where the person ended a short call, as the runtime says after the carrier', 'caller_left', 2],
    ['dials again after a short call of which no runtime says who ended it', null, 2],
  ] as const)
    it(title, async () => {
      const plans = { hung_up_early: { delays_seconds: [60] } };
      await fixture.launch(1, { retry_config: { plans } });
      await fixture.pass(200);
      const report = (patch: object) => fixture.calls.update(BOT, fixture.callIdOf(0), patch);
      await report({ status: 'in_progress' });
      await fixture.pass(5_000);
      const end = { status: 'completed', call_response: 'answered' };
      await report({ ...end, end_time_utc: fixture.ports.clock.now().toISOString() });
      await fixture.pass(3_000);
      if (reason) await report({ ...end, end_reason: reason });
      await fixture.pass(90_000);
      assert.lengthOf(fixture.dialled(), dials);
    });

  it('retries a call that was hung up early at once by its own plan, without an analysis', async () => {
    const plans = { hung_up_early: { delays_seconds: [60] } };
    const campaign = await fixture.launchAnalysed(2, { by_analysis: null, plans });
    await fixture.pass(200);
    for (const dial of [0, 1]) await fixture.calls.update(ADA, fixture.callIdOf(dial), { status: 'in_progress' });
    await fixture.pass(4_000);
    await fixture.hangUp(0);
    await fixture.pass(20_000);
    await fixture.hangUp(1);
    assert.deepInclude(await fixture.find(campaign), {
      processed_rows: 1,
      decisions: [{ reason: 'hung_up_early', retried: 1, final: 0 }],
    });
    await fixture.pass(42_000);
    assert.deepEqual(fixture.dialled().toSorted(), [contactNumber(0), contactNumber(0), contactNumber(1)]);
  });

  it('cannot name a field that its agent does not extract', async () => {
    const wrong = { by_analysis: { ...BY_ANALYSIS, field: 'mood' } };
    const refused = /^retry_config\.by_analysis\.field must be one of the properties/;
    assert.match((await refusalOf(fixture.launchAnalysed(1, wrong))).message, refused);
    const { campaign_id } = await fixture.plan(1);
    const change = fixture.campaigns.update(ADA, campaign_id, { retry_config: wrong });
    assert.match((await refusalOf(change)).message, refused);
  });
});
