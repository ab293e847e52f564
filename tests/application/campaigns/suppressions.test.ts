import { assert } from 'chai';
import { Readable } from 'node:stream';
import { REFUSAL_TEXTS } from '../../../domain/campaigns/refusal.ts';
import { contactNumber, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../telephony-fixture.ts';

const file = (text: string, filename = 'list.csv') => ({
  filename,
  size: text.length,
  open: () => Readable.from([Buffer.from(text)]),
});

describe('suppression list', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  /** Lets time pass until this is done: it may begin to wait for it later than the test. */
  const passUntil = async (done: Promise<unknown>): Promise<void> => {
    const end = done.then(() => 'done' as const);
    for (let round = 0; round < 100; round += 1) {
      await fixture.pass(100);
      if ((await Promise.race([end, Promise.resolve('waiting')])) === 'done') return;
    }
    await end;
  };
  const suppress = (index: number, reason?: string) =>
    fixture.campaigns.addSuppression(ADA, { phone_number: contactNumber(index), reason });
  const refusals = async (campaign: { campaign_id: string }) =>
    (await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, { from: 0, limit: 50 })).refusals;

  it('keeps a campaign from dialling its numbers, and tells why with the evidence', async () => {
    const entry = await suppress(1, 'asked not to be called');
    const campaign = await fixture.launch(3);
    await fixture.pass(1_000);
    assert.sameMembers(fixture.dialled(), [contactNumber(0), contactNumber(2)]);
    for (const dial of [0, 1]) await fixture.end(dial, 'answered');
    await fixture.pass(100);
    assert.include(await fixture.find(campaign), {
      ...{ state: 'completed', processed_rows: 3, failed_rows: 1, refused_rows: 1 },
    });
    const [refused, ...more] = await refusals(campaign);
    assert.isEmpty(more);
    assert.deepInclude(refused, {
      ...{ contact_index: 1, phone_number: contactNumber(1), reason: 'suppressed' },
      suppression: { reason: 'asked not to be called', source: 'api', created_at: entry.created_at },
    });
    assert.deepInclude(await fixture.campaigns.readProgress(ADA, campaign.campaign_id), { refused_rows: 1 });
  });

  it('ends a campaign of suppressed numbers only, without a dial, a slot or a place in the dial rate', async () => {
    const list = Array.from({ length: 1_500 }, (_, index) => contactNumber(index));
    await fixture.campaigns.importSuppressions(ADA, file(`phone_number\n${list.join('\n')}\n`));
    const campaign = await fixture.launch(1_500, { rate_limit_per_second: 1 });
    await fixture.pass(2_000);
    assert.isEmpty(fixture.dialled());
    assert.include(await fixture.find(campaign), { state: 'completed', failed_rows: 1_500, refused_rows: 1_500 });
    assert.isEmpty(await fixture.logs());
    const first = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, { from: 0, limit: 500 });
    assert.equal(first.next_contact, 500);
    const last = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, { from: 1_000, limit: 500 });
    assert.lengthOf(last.refusals, 500);
    const none = await fixture.campaigns.listRefusals(ADA, campaign.campaign_id, {
      from: last.next_contact ?? 0,
      limit: 1,
    });
    assert.deepEqual(none, { refusals: [], next_contact: null });
  });

  it('stops the retry of a number that is added while the retry waits', async () => {
    const campaign = await fixture.launch(1, { retry_config: { max_retries: 1, retry_delay_seconds: 30 } });
    await fixture.pass(1_000);
    await fixture.end(0, 'busy');
    await passUntil(suppress(0));
    await fixture.pass(60_000);
    assert.lengthOf(fixture.dialled(), 1);
    assert.include(await fixture.find(campaign), { state: 'completed', refused_rows: 1 });
  });

  it('ends the call of a contact that waits after a refused dial', async () => {
    fixture.carrier.before('dial', refusal(429));
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    await passUntil(suppress(0));
    await fixture.pass(5_000);
    assert.isEmpty(fixture.dialled());
    const [log] = await fixture.logs();
    assert.deepInclude(log, { status: 'canceled', call_response: 'canceled', error_message: REFUSAL_TEXTS.suppressed });
    assert.equal(await fixture.taken(), 0);
    assert.include(await fixture.find(campaign), { state: 'completed', refused_rows: 1 });
  });

  it('answers after dials that were decided before can no longer be sent', async () => {
    await fixture.launch(2, { rate_limit_per_second: 1 });
    let isAnswered = false;
    const added = suppress(5).then(() => (isAnswered = true));
    await fixture.pass(900);
    assert.isFalse(isAnswered);
    await passUntil(added);
  });

  it('answers no earlier to a second request for the same number', async () => {
    await fixture.launch(2, { rate_limit_per_second: 1 });
    const first = suppress(5);
    await fixture.pass(300);
    let isAnswered = false;
    const second = suppress(5).then(() => (isAnswered = true));
    await fixture.pass(600);
    assert.isFalse(isAnswered);
    await passUntil(Promise.all([first, second]));
    await fixture.ports.clock.advanceAsync(60_000);
    await suppress(5);
  });

  it('keeps the evidence of every refusal, whatever a failure of the store cuts off', async () => {
    fixture.carrier.before('dial', refusal(429));
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const { runs } = fixture.ports;
    const { change } = runs;
    let failures = 0;
    runs.change = async (run, changes) => {
      if (!changes.refusal) return change(run, changes);
      failures += 1;
      throw new Error('The database is away');
    };
    await passUntil(suppress(0));
    await fixture.pass(2_000);
    assert.isAbove(failures, 0);
    runs.change = change;
    await fixture.campaigns.removeSuppression(ADA, contactNumber(0));
    await fixture.pass(70_000);
    const counted = (await fixture.find(campaign)).refused_rows ?? 0;
    assert.lengthOf(await refusals(campaign), counted, 'each counted refusal has its evidence');
    assert.equal(counted + fixture.dialled().length, 1);
  });

  it('ends the call of a refused contact, though its end could not be stored at first', async () => {
    fixture.carrier.before('dial', refusal(429));
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const { calls } = fixture.ports;
    const { update } = calls;
    calls.update = () => Promise.reject(new Error('The database is away'));
    await passUntil(suppress(0));
    await fixture.pass(2_000);
    calls.update = update;
    await fixture.pass(70_000);
    assert.deepInclude((await fixture.logs())[0], { status: 'canceled', error_message: REFUSAL_TEXTS.suppressed });
    assert.lengthOf(await refusals(campaign), 1);
    assert.include(await fixture.find(campaign), { state: 'completed', refused_rows: 1 });
  });

  it('is not taken over by a redial of contacts that were not reached', async () => {
    await suppress(0);
    const campaign = await fixture.launch(1);
    await fixture.pass(1_000);
    const redialled = fixture.campaigns.redial(ADA, campaign.campaign_id, { name: 'Again' });
    await redialled.then(
      () => assert.fail('redialled'),
      (error: Error) => assert.equal(error.message, 'No failed contacts to redial'),
    );
  });

  it('lets a number be called again once it is removed', async () => {
    await suppress(0);
    await fixture.campaigns.removeSuppression(ADA, contactNumber(0));
    await fixture.launch(1);
    await fixture.pass(1_000);
    assert.deepEqual(fixture.dialled(), [contactNumber(0)]);
  });

  it('refuses a single outbound call to a listed number', async () => {
    await suppress(0);
    const call = fixture.calls.startOutbound(ADA, { agent_id: fixture.agent.agent_id, to_number: contactNumber(0) });
    await call.then(
      () => assert.fail('dialled'),
      (error: Error) => assert.equal(error.message, REFUSAL_TEXTS.suppressed),
    );
    assert.isEmpty(fixture.dialled());
  });

  it('is imported whole or not at all', async () => {
    const faulty = file('phone_number,reason\n+14155550101,no\n12345,\n');
    const refused = await fixture.campaigns.importSuppressions(ADA, faulty).then(
      () => null,
      (error: Error) => error.message,
    );
    assert.match(refused ?? '', /not an E\.164 number such as \+15550100000 in row 3/);
    assert.equal((await fixture.campaigns.listSuppressions(ADA, { limit: 1, offset: 0 })).total, 0);
    const good = file(
      'name,reason,phone_number\nA,"wrong, person",+1 415-555-0101\nB,,+14155550102\nC,,\n,,+14155550101\n',
    );
    assert.deepEqual(await fixture.campaigns.importSuppressions(ADA, good), { added: 2, rows: 3 });
    assert.deepInclude(await fixture.campaigns.findSuppression(ADA, '+1 415 555 0101'), {
      ...{ phone_number: '+14155550101', reason: 'wrong, person', source: 'import' },
    });
  });
});
