import { assert } from 'chai';
import { BOT_EMAIL, type Principal } from '../../../domain/accounts/principal.ts';
import { contactNumber, IN_AN_HOUR, openCampaignFixture, type CampaignFixture } from './campaign-fixture.ts';
import { refusal } from '../../support/fake-carrier.ts';
import { ADA } from '../telephony-fixture.ts';
import { errorText } from '../../support/refusals.ts';

const HOUR_MS = 3_600_000;
const BOT: Principal = { email: BOT_EMAIL, org_id: 'o1', role: 'admin' };

describe('a callback', () => {
  let fixture: CampaignFixture;
  beforeEach(async () => (fixture = await openCampaignFixture()));
  const upcoming = () => fixture.campaigns.listCallbacks(ADA, { upcoming: true, limit: 50, offset: 0 });

  it('is dialled at its time by the campaign of the call, which runs on until then and then completes', async () => {
    const campaign = await fixture.dialOne();
    const callback = await fixture.schedule(fixture.callIdOf(0));
    assert.include(callback, {
      status: 'scheduled',
      phone_number: contactNumber(0),
      source: 'api',
      requested_by: ADA.email,
    });
    await fixture.end(0, 'answered');
    await fixture.pass(HOUR_MS / 2);
    assert.lengthOf(fixture.dialled(), 1);
    assert.include(await fixture.find(campaign), { state: 'running', total_rows: 2, processed_rows: 1 });
    await fixture.pass(HOUR_MS / 2 + 2_000);
    assert.deepEqual(fixture.dialled(), [contactNumber(0), contactNumber(0)]);
    assert.equal((await fixture.callback(callback.callback_id)).status, 'calling');
    await fixture.end(1, 'answered');
    await fixture.pass(1_000);
    assert.include(await fixture.find(campaign), {
      state: 'completed',
      total_rows: 2,
      processed_rows: 2,
      failed_rows: 0,
    });
    assert.include(await fixture.callback(callback.callback_id), {
      ...{ status: 'done', outcome: 'answered', callback_call_id: fixture.callIdOf(1) },
    });
    assert.isEmpty(await upcoming());
  });

  it('runs a completed campaign again', async () => {
    const campaign = await fixture.dialOne();
    await fixture.end(0, 'answered');
    await fixture.pass(1_000);
    assert.include(await fixture.find(campaign), { state: 'completed' });
    await fixture.schedule(fixture.callIdOf(0));
    assert.include(await fixture.find(campaign), { state: 'running', completed_at: null, total_rows: 2 });
    await fixture.pass(HOUR_MS + 2_000);
    assert.lengthOf(fixture.dialled(), 2);
    await fixture.end(1, 'no_answer');
    await fixture.pass(1_000);
    assert.equal((await fixture.find(campaign)).processed_rows, 1, 'the campaign retries it');
  });

  it('knows the earlier conversation, which is read when it is due', async () => {
    const campaign = await fixture.dialOne();
    const callId = fixture.callIdOf(0);
    await fixture.schedule(callId, { ...IN_AN_HOUR, note: ' Wants a price ' }, BOT);
    await fixture.end(0, 'answered');
    const { ports } = fixture;
    const key = `o1/${callId}/transcript.txt`;
    const text = `call_id=${callId}\n---\n[a] user: call me in an hour\n`;
    await ports.objects.put(key, bytesOf(text), { size: text.length, contentType: 'text/plain' });
    const call = (await ports.calls.find('o1', callId))!;
    await ports.calls.update('o1', callId, call, { transcript_url: ports.objects.root + key });
    await ports.callAnalyses.add({
      ...{ call_id: callId, org_id: 'o1', agent_id: call.agent_id, status: 'done', error_message: null, success: null },
      ...{ call_created_at: call.created_at, run_id: null, requested_at: '', updated_at: '' },
      result: {
        ...{ summary: 'Wants a price.', fields: { rooms: 2 }, provider: 'p', model: null, agent_updated_at: '' },
        ...{ transcript_cut: false, usage: null, analysed_at: '' },
      },
    });
    await fixture.pass(HOUR_MS + 2_000);
    const later = (await ports.calls.find('o1', fixture.callIdOf(1)))!;
    assert.equal(later.campaign_id, campaign.campaign_id);
    assert.include(later.custom_variables, {
      ...{ name: 'Name 0', callback_note: 'Wants a price', earlier_summary: 'Wants a price.', earlier_rooms: '2' },
      ...{ earlier_transcript: '[a] user: call me in an hour', earlier_call_at: call.created_at },
    });
  });

  it('knows nothing of what a callback before it was about', async () => {
    await fixture.dialOne();
    await fixture.schedule(fixture.callIdOf(0), { in_minutes: 1, note: 'Wants a price' });
    await fixture.end(0, 'answered');
    fixture.ports.earlierConversations.variablesOf = async () => ({ earlier_summary: 'Wants a price.' });
    await fixture.pass(62_000);
    fixture.ports.earlierConversations.variablesOf = async () => ({ earlier_call_at: 'later' });
    await fixture.schedule(fixture.callIdOf(1), { in_minutes: 1 });
    await fixture.end(1, 'answered');
    await fixture.pass(62_000);
    const { custom_variables: variables } = (await fixture.ports.calls.find('o1', fixture.callIdOf(2)))!;
    assert.include(variables, { name: 'Name 0', earlier_call_at: 'later' });
    assert.doesNotHaveAnyKeys(variables, ['callback_note', 'earlier_summary']);
  });

  it('cannot be moved once its refusal is stored, even before that counts', async () => {
    await fixture.dialOne();
    const { callback_id } = await fixture.schedule(fixture.callIdOf(0));
    const { runs, clock } = fixture.ports;
    const why = { reason: 'no_consent', consent: { column: 'c', value: '', expires: null }, refused_at: '' } as const;
    const until = new Date(clock.now().getTime() + 500).toISOString();
    assert.isNotNull(await runs.change((await runs.find(callback_id))!, { refusal: why, lease_until: until }));
    assert.equal(
      await errorText(fixture.schedule(fixture.callIdOf(0))),
      'The callback of this call has just been refused',
    );
    await fixture.pass(2_000);
    assert.include(await fixture.callback(callback_id), { status: 'refused', outcome: 'no_consent' });
    assert.notEqual((await fixture.schedule(fixture.callIdOf(0))).callback_id, callback_id);
  });

  it('is made without the conversation when that cannot be read', async () => {
    await fixture.dialOne();
    await fixture.schedule(fixture.callIdOf(0));
    await fixture.end(0, 'answered');
    fixture.ports.callAnalyses.find = () => Promise.reject(new Error('no store'));
    await fixture.pass(HOUR_MS + 2_000);
    assert.lengthOf(fixture.dialled(), 2);
  });

  it('is moved by a further request, and is made once', async () => {
    await fixture.dialOne();
    const [one, other] = await Promise.all([
      fixture.schedule(fixture.callIdOf(0)),
      fixture.schedule(fixture.callIdOf(0)),
    ]);
    assert.equal(one.callback_id, other.callback_id);
    const moved = await fixture.schedule(fixture.callIdOf(0), { in_minutes: 120 });
    assert.equal(moved.callback_id, one.callback_id);
    await fixture.end(0, 'answered');
    await fixture.pass(HOUR_MS + 5_000);
    assert.lengthOf(fixture.dialled(), 1);
    await fixture.pass(HOUR_MS + 5_000);
    assert.lengthOf(fixture.dialled(), 2);
    assert.include(await errorText(fixture.schedule(fixture.callIdOf(0))), 'The callback of this call is being made');
    await fixture.end(1, 'answered');
    await fixture.pass(1_000);
    const another = await fixture.schedule(fixture.callIdOf(0), { in_minutes: 5 });
    assert.notEqual(another.callback_id, one.callback_id);
  });

  it('is not dialled once it was canceled, and counts as canceled', async () => {
    const campaign = await fixture.dialOne();
    await fixture.end(0, 'answered');
    const { callback_id } = await fixture.schedule(fixture.callIdOf(0));
    assert.equal((await fixture.campaigns.cancelCallback(ADA, callback_id)).status, 'canceled');
    assert.equal((await fixture.campaigns.cancelCallback(ADA, callback_id)).status, 'canceled');
    await fixture.pass(HOUR_MS + 5_000);
    assert.lengthOf(fixture.dialled(), 1);
    assert.include(await fixture.callback(callback_id), { status: 'canceled', outcome: 'canceled' });
    assert.include(await fixture.find(campaign), {
      state: 'completed',
      total_rows: 2,
      processed_rows: 2,
      failed_rows: 1,
    });
    assert.notEqual((await fixture.schedule(fixture.callIdOf(0))).callback_id, callback_id);
  });

  it('is not canceled while it is made and afterwards', async () => {
    await fixture.dialOne();
    await fixture.end(0, 'answered');
    const { callback_id } = await fixture.schedule(fixture.callIdOf(0), { in_minutes: 1 });
    await fixture.pass(62_000);
    assert.lengthOf(fixture.dialled(), 2);
    const cancel = () => errorText(fixture.campaigns.cancelCallback(ADA, callback_id));
    assert.equal(await cancel(), 'The callback cannot be canceled: it is being made');
    await fixture.end(1, 'answered');
    await fixture.pass(1_000);
    assert.equal(await cancel(), 'The callback cannot be canceled: it has been made');
  });

  it('ends the call of a dial that the carrier had refused when it is canceled', async () => {
    await fixture.dialOne();
    await fixture.end(0, 'answered');
    const { callback_id } = await fixture.schedule(fixture.callIdOf(0), { in_minutes: 1 });
    await fixture.pass(59_000);
    fixture.carrier.before('dial', refusal(429));
    await fixture.pass(2_500);
    await fixture.campaigns.cancelCallback(ADA, callback_id);
    await fixture.pass(60_000);
    assert.lengthOf(fixture.dialled(), 1);
    const [log] = await fixture.logs();
    assert.include(log, { status: 'canceled', error_message: 'The callback was canceled' });
    assert.equal(await fixture.taken(), 0);
  });

  it('is made with what was agreed last, also when the carrier had refused an earlier dial', async () => {
    await fixture.dialOne();
    await fixture.end(0, 'answered');
    await fixture.schedule(fixture.callIdOf(0), { in_minutes: 1, note: 'One room' });
    await fixture.pass(59_000);
    fixture.carrier.before('dial', refusal(402));
    await fixture.pass(3_000);
    const { at } = await fixture.schedule(fixture.callIdOf(0), { in_minutes: 2, note: 'Two rooms' });
    await fixture.pass(125_000);
    const { custom_variables } = (await fixture.ports.calls.find('o1', fixture.callIdOf(1)))!;
    assert.include(custom_variables, { name: 'Name 0', callback_at: at, callback_note: 'Two rooms' });
  });

  it('is found by its organisation alone, soonest first', async () => {
    await fixture.launch(2);
    await fixture.pass(1_000);
    const late = await fixture.schedule(fixture.callIdOf(0), { in_minutes: 90 });
    const soon = await fixture.schedule(fixture.callIdOf(1), { in_minutes: 30 });
    assert.deepEqual(
      (await upcoming()).map(({ callback_id }) => callback_id),
      [soon.callback_id, late.callback_id],
    );
    const stranger = { ...ADA, org_id: 'o2' };
    assert.isEmpty(await fixture.campaigns.listCallbacks(stranger, { upcoming: false, limit: 9, offset: 0 }));
    assert.equal(await errorText(fixture.campaigns.findCallback(stranger, soon.callback_id)), 'Callback not found');
    assert.equal(await errorText(fixture.campaigns.cancelCallback(stranger, soon.callback_id)), 'Callback not found');
  });

  it('is left out of a redial', async () => {
    const campaign = await fixture.dialOne({ retry_config: { enabled: false } });
    await fixture.end(0, 'answered');
    await fixture.schedule(fixture.callIdOf(0), { in_minutes: 1 });
    await fixture.pass(62_000);
    await fixture.end(1, 'no_answer');
    await fixture.pass(1_000);
    const redial = fixture.campaigns.redial(ADA, campaign.campaign_id, { name: 'Again' });
    assert.equal(await errorText(redial), 'No failed contacts to redial');
  });
});

async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text);
}
