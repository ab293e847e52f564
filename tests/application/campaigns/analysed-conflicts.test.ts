import { assert } from 'chai';
import { CampaignEngine } from '../../../application/campaigns/campaign-engine.ts';
import { contactEraser } from '../../../application/campaigns/erase-contacts.ts';
import { OutcomeRecorder } from '../../../application/campaigns/outcome-recorder.ts';
import { campaignDialler } from '../../../application/calls/campaign-dialler.ts';
import { ERASED_NUMBER } from '../../../domain/campaigns/contacts.ts';
import { openAnalysedFixture, type AnalysedFixture } from './analysed-fixture.ts';
import { contactNumber } from './campaign-fixture.ts';
import { ADA } from '../telephony-fixture.ts';

describe('a decision on a contact that answered', () => {
  let fixture: AnalysedFixture;
  beforeEach(async () => (fixture = await openAnalysedFixture()));

  it('does not dial a number again that was suppressed by the same call', async () => {
    const campaign = await fixture.answered();
    const added = fixture.campaigns.addSuppression(ADA, { phone_number: contactNumber(0) });
    await fixture.pass(1_100);
    await added;
    await fixture.analyse(0, 'unfinished');
    await fixture.pass(10_000);
    const { state, decisions, refused_rows } = await fixture.find(campaign);
    assert.deepEqual([state, refused_rows], ['completed', undefined]);
    assert.deepEqual(decisions, [{ reason: 'suppressed', retried: 0, final: 1 }]);
  });

  it('leaves the next dial to a callback that was agreed in the call, unless that is canceled', async () => {
    for (const isCanceled of [false, true]) {
      const before = fixture.dialled().length;
      const campaign = await fixture.launchAnalysed(1);
      await fixture.pass(200);
      const { callback_id } = await fixture.campaigns.scheduleCallback(ADA, fixture.callIdOf(before), {
        in_minutes: 60,
      });
      if (isCanceled) await fixture.campaigns.cancelCallback(ADA, callback_id);
      await fixture.end(before, 'answered');
      await fixture.analyse(before, 'unfinished');
      await fixture.pass(130_000);
      assert.lengthOf(fixture.dialled(), before + (isCanceled ? 2 : 1));
      assert.equal((await fixture.find(campaign)).decisions?.[0]?.reason, isCanceled ? 'value' : 'callback');
      await fixture.campaigns.delete({ ...ADA, role: 'super_admin' }, campaign.campaign_id);
    }
  });

  it('is final without the analysis when the call was erased', async () => {
    const campaign = await fixture.answered();
    await fixture.ports.calls.remove('o1', fixture.callIdOf(0));
    await fixture.pass(7_000);
    assert.deepEqual((await fixture.find(campaign)).decisions, [{ reason: 'no_analysis', retried: 0, final: 1 }]);
  });

  it('dials no number that was erased in between, nor keeps it in a retry that was being written', async () => {
    const campaign = await fixture.answered();
    const { runs } = fixture.ports;
    const [judged] = await fixture.runs(campaign);
    let waits = 0;
    const progress = { waits: () => (waits += 1), erased: () => Promise.resolve() };
    // The retry is written from a copy of the run before the erasure, and the run after it.
    const racing = {
      ...fixture.ports,
      runs: {
        ...runs,
        async addAll(added: Parameters<typeof runs.addAll>[0]) {
          await contactEraser(fixture.ports).eraseNumber('o1', contactNumber(0), progress);
          await runs.addAll(added);
        },
      },
    };
    const finding = { analysis: { reason: 'value', value: 'unfinished' }, bar: null, stayedSeconds: null } as const;
    await new OutcomeRecorder(racing).recordFinding(judged!, finding);
    assert.isAbove(waits, 0);
    const numbers = (await fixture.runs(campaign)).map(({ phone_number }) => phone_number);
    assert.deepEqual(numbers, [ERASED_NUMBER, ERASED_NUMBER]);
    await fixture.pass(125_000);
    assert.lengthOf(fixture.dialled(), 1);
    assert.equal((await fixture.find(campaign)).state, 'completed');
  });

  it('counts a decision once when the process dies before it is written, and several look at it', async () => {
    const campaign = await fixture.answered();
    const { ports } = fixture;
    const [judged] = await fixture.runs(campaign);
    const dying = { ...ports, runs: { ...ports.runs, changeAll: () => Promise.reject(new Error('killed')) } };
    const finding = { analysis: { reason: 'value', value: 'unfinished' }, bar: null, stayedSeconds: null } as const;
    const lost = await new OutcomeRecorder(dying)
      .recordFinding(judged!, finding)
      .catch((error: Error) => error.message);
    assert.equal(lost, 'killed');
    await fixture.analyse(0, 'unfinished');
    const other = new CampaignEngine({ ...ports, dialler: campaignDialler(ports) });
    for (let second = 0; second < 40; second += 1) {
      await Promise.all([other.tick(), ports.campaignEngine.tick()]);
      await ports.clock.advanceAsync(1_000);
    }
    await other.stop();
    assert.deepEqual((await fixture.find(campaign)).decisions, [
      { reason: 'value', value: 'unfinished', retried: 1, final: 0 },
    ]);
    assert.lengthOf(await fixture.runs(campaign), 2);
  });
});
