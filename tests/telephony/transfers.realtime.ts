import { assert } from 'chai';
import type { TransferRecord } from '../../domain/calls/transfer-record.ts';
import { isLive } from '../../domain/calls/call-log.ts';
import { eventually } from '../support/eventually.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { TIMEOUT_MS } from './telephone.ts';
import {
  isOverTransfer,
  transferringTelephone,
  withScriptedSpeech,
  type TransferringTelephone,
} from './transfer-agent.ts';

describe('transfers over the simulated carrier', function () {
  this.timeout(2 * TIMEOUT_MS);
  let platform: OpenPlatform;
  let telephone: TransferringTelephone;
  before(async () => {
    platform = await openPlatform({ services: ['api', 'runtime', 'simulator'], prepare: withScriptedSpeech });
    telephone = await transferringTelephone(platform);
  });

  it('connect the caller with a person who answers, and end for the platform then', async () => {
    const { simulate, simulated, hungUp } = telephone;
    await simulate('POST', '/callees', { number: '+14155550107', say: 'Desk.', patience_ms: 600_000 });
    const sid = await telephone.caller();
    await telephone.press(sid, '1#');
    const [transfer] = await telephone.transfers(sid, isOverTransfer);
    assert.deepInclude(transfer, { target: 'desk', to: '+14155550107', mode: 'cold', result: 'answered', brief: null });
    const call = await telephone.bySid(sid);
    assert.deepInclude(call, { status: 'completed', call_response: 'answered', error_message: null });
    assert.deepEqual(
      call.tool_calls?.map(({ name, outcome }) => [name, outcome]),
      [['transfer_call', 'ok']],
    );
    const legs = [await simulated(sid), await simulated(legOf(transfer))];
    assert.deepEqual(
      legs.map(({ status }) => status),
      ['in-progress', 'in-progress'],
      'both still talk',
    );
    assert.equal(legs[0]!.conference, `transfer-${call.call_id}-${transfer!.run}`);
    assert.equal(legs[1]!.conference, legs[0]!.conference);
    assert.deepEqual([legs[1]!.from, legs[1]!.to], [telephone.number, '+14155550107']);
    const leg = legOf(transfer);
    const { heard } = await simulated(sid);
    await simulate('POST', `/calls/${leg}`, { say: 'How can I help?' });
    const hears = async () => (await simulated(sid)).heard.ms > heard.ms;
    await eventually(hears, 'the caller to hear the person', TIMEOUT_MS);
    await telephone.hangUp(sid);
    const ends = [await hungUp(sid), await hungUp(legOf(transfer))];
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['ended', 'ended'],
    );
    assert.isFalse(isLive((await telephone.bySid(sid)).status));
  });

  for (const [key, to, result, words] of [
    ['2', '+14155550101', 'busy', 'the line is busy'],
    ['3', '+14155550102', 'no_answer', 'there is no answer'],
    ['4', '+14155550103', 'failed', 'the person could not be connected'],
    ['5', '+14155550105', 'busy', 'the line is busy'],
  ] as const)
    it(`return to the agent as ${result} when ${to} does not answer`, async () => {
      const sid = await telephone.caller();
      await telephone.press(sid, `${key}#`);
      const [transfer] = await telephone.transfers(sid, isOverTransfer);
      assert.deepInclude(transfer, { to, result, answered_at: null });
      await telephone.played(sid, (await telephone.marks(sid)) + 1);
      await telephone.hangUp(sid);
      const { status, tool_calls: [call] = [] } = await telephone.bySid(sid);
      assert.equal(status, 'completed');
      assert.deepInclude(call, {
        outcome: 'failed',
        answer: `Not transferred: ${words}. The caller is still with you. Offer to take a message.`,
      });
    });

  it('brief the person of a warm transfer, at the number of a variable, before the caller is there', async () => {
    const { simulate, hungUp } = telephone;
    const number = '+14155550117';
    await simulate('POST', '/callees', { number, say: [], patience_ms: 600_000 });
    const sid = await telephone.caller();
    await telephone.press(sid, '6#');
    const [transfer] = await telephone.transfers(sid, isOverTransfer);
    const brief = 'A guest calls: a table for four.';
    assert.deepInclude(transfer, { target: 'manager', to: number, mode: 'warm', brief, result: 'answered' });
    assert.isAbove(Date.parse(transfer?.ready_at ?? ''), Date.parse(transfer?.answered_at ?? ''));
    await telephone.hangUp(legOf(transfer));
    assert.isAbove((await hungUp(legOf(transfer))).heard.ms, 0, 'the person heard the brief');
    assert.equal((await hungUp(sid)).status, 'ended', 'the caller does not stay alone');
  });

  it('ask the person for a key, twice if another is pressed, then brief them', async () => {
    const { simulate } = telephone;
    const number = '+14155550127';
    await simulate('POST', '/callees', { number, say: [], press: null, patience_ms: 600_000 });
    const sid = await telephone.caller();
    await telephone.press(sid, '8#');
    const [ringing] = await telephone.transfers(sid, ({ answered_at }) => answered_at !== null);
    const steps = async (step: string) =>
      (await telephone.simulated(legOf(ringing))).webhooks.filter(({ url }) => url.endsWith(`step=${step}`)).length;
    await telephone.press(legOf(ringing), '7');
    await eventually(async () => (await steps('prompted')) === 1, 'another prompt', TIMEOUT_MS);
    await telephone.press(legOf(ringing), '1');
    const [transfer] = await telephone.transfers(sid, isOverTransfer);
    assert.deepInclude(transfer, {
      target: 'night_desk',
      result: 'answered',
      brief: 'A guest calls: a table for four.',
    });
    assert.isAtLeast(Date.parse(transfer?.confirmed_at ?? ''), Date.parse(transfer?.answered_at ?? ''));
    assert.isAbove(Date.parse(transfer?.ready_at ?? ''), Date.parse(transfer?.confirmed_at ?? ''));
    await telephone.hangUp(sid);
    await telephone.hungUp(legOf(transfer));
  });

  it('take a mailbox, which presses no key, for no person', async () => {
    const sid = await telephone.caller();
    await telephone.press(sid, '9#');
    const [transfer] = await telephone.transfers(sid, isOverTransfer);
    assert.deepInclude(transfer, { target: 'mailbox', result: 'not_confirmed', confirmed_at: null, ready_at: null });
    assert.equal((await telephone.hungUp(legOf(transfer))).conference, null);
    await telephone.played(sid, (await telephone.marks(sid)) + 1);
    await telephone.hangUp(sid);
    const { tool_calls: [call] = [] } = await telephone.bySid(sid);
    assert.match(call?.answer ?? '', /^Not transferred: the line was answered, but no person took the call/);
  });

  it('dial a SIP URI', async () => {
    await telephone.simulate('POST', '/callees', { number: '+14155550107', say: 'Desk.' });
    const sid = await telephone.caller();
    await telephone.press(sid, '7#');
    const [transfer] = await telephone.transfers(sid, isOverTransfer);
    assert.deepInclude(transfer, { to: 'sip:desk7@pbx.example.com', result: 'answered' });
    await telephone.hangUp(sid);
    await telephone.hungUp(legOf(transfer));
  });

  it('hang up the ringing leg when the caller leaves', async () => {
    await telephone.simulate('POST', '/callees', { number: '+14155550102', rings_ms: 600_000 });
    const sid = await telephone.caller();
    await telephone.press(sid, '3#');
    const [ringing] = await telephone.transfers(sid, ({ provider_call_sid }) => provider_call_sid !== null);
    await telephone.hangUp(sid);
    const leg = await telephone.hungUp(ringing?.provider_call_sid ?? '');
    assert.deepInclude(leg.hang_up, { code: 1000, source: 'API Request' });
    const { transfers, status } = await telephone.bySid(sid);
    assert.deepEqual([status, transfers?.map(({ result }) => result)], ['completed', ['canceled']]);
  });

  it('are attempted three times in a call at most', async () => {
    const sid = await telephone.caller();
    for (const attempt of [1, 2, 3, 4]) {
      const before = await telephone.marks(sid);
      await telephone.press(sid, '2#');
      if (attempt < 4)
        await telephone.bySid(sid, ({ transfers = [] }) => transfers.filter(isOverTransfer).length === attempt);
      // All of the reply is played: a key that interrupts it may come before the model has read the result.
      await telephone.played(sid, before + (attempt < 4 ? 5 : 3));
    }
    await telephone.hangUp(sid);
    const { transfers, tool_calls } = await telephone.bySid(sid);
    assert.lengthOf(transfers ?? [], 3);
    assert.match(tool_calls?.at(-1)?.answer ?? '', /at most 3 transfers per call/);
  });
});

const legOf = (transfer: TransferRecord | undefined): string => transfer?.provider_call_sid ?? '';
