import { assert } from 'chai';
import type { Vendors } from '../../application/ports/providers.ts';
import { type CallLog, isLive } from '../../domain/calls/call-log.ts';
import { dialledStreamUrl } from '../../domain/calls/call-webhooks.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { CarrierPeer } from './carrier-peer.ts';
import { carrierRuntime, SERVERS, type CarrierRuntime } from './carrier-runtime.ts';
import { SIDES } from './carrier-sides.ts';
import { eventually } from '../support/eventually.ts';

const CARRIERS = Object.keys(SIDES);

/** Vendors whose voice says everything for more than a minute: whatever interrupts it finds something left to say. */
const talkative = (): Vendors => {
  const scripted = scriptedVendors('what are your opening hours', 'We open at nine.');
  return {
    ...scripted,
    synthesiser: async (settings, options) => {
      const voice = await scripted.synthesiser(settings, options);
      return {
        ...voice,
        async *synthesise(text, signal) {
          for (let pieces = 0; pieces < 400; pieces += 1) yield* voice.synthesise(text, signal);
        },
      };
    },
  };
};

interface Conversation {
  readonly peer: CarrierPeer;
  readonly call: CallLog;
  readonly greetingMarks: number;
  readonly transcript: string;
}

/** A whole call: the greeting, a question that interrupts it, the answer, a key, and the caller hangs up. */
async function conversation(runtime: CarrierRuntime, provider: string): Promise<Conversation> {
  const sid = `call at ${provider}`;
  const peer = await CarrierPeer.join(provider, await runtime.answered(provider, sid));
  await eventually(() => peer.marks.length >= 2, 'the greeting is heard');
  const greetingMarks = peer.marks.length;
  peer.talk(true);
  await eventually(() => peer.clears > 0, 'the greeting is interrupted');
  const { samples } = peer.played;
  peer.talk(false);
  await runtime.transcribed(sid, /user: what are your opening hours/);
  await eventually(() => peer.played.samples > samples, 'the answer is heard');
  for (const key of '42#') peer.press(key);
  await runtime.transcribed(sid, /user: \[keypad\] 42\n/);
  await peer.hangUp();
  const call = await runtime.until(sid, ({ status }) => !isLive(status));
  await eventually(() => runtime.hungUp.includes(sid), 'the carrier is asked to hang up');
  return { peer, call, greetingMarks, transcript: runtime.spool.all.get(call.call_id)?.transcript ?? '' };
}

/** The longest message of audio, in ms, where it is not 60. */
const LONGEST_MS: Readonly<Record<string, number>> = { exotel: 200, vonage: 20 };

for (const kind of SERVERS)
  describe(`telephone call, media server ${kind}`, function () {
    let runtime: CarrierRuntime;
    const pending = new Map<string, Conversation>();
    before(async () => {
      runtime = await carrierRuntime({ kind, vendors: talkative() });
      const calls = CARRIERS.map(async (provider) => pending.set(provider, await conversation(runtime, provider)));
      await Promise.all(calls);
    });

    for (const provider of CARRIERS)
      it(`runs a call of ${provider} from answer to end`, async () => {
        const { peer, call, greetingMarks, transcript } = pending.get(provider) as Conversation;
        assert.deepInclude(call, { status: 'completed', call_response: 'answered', call_type: 'inbound' });
        assert.isAtLeast(greetingMarks, 2);
        assert.isAbove(peer.played.loudest, 3_000);
        assert.isAbove(peer.played.thrownAway, 0);
        assert.match(transcript, /user: what are your opening hours/);
        assert.match(transcript, /user: \[keypad\] 42\n/);
        const lengths = [...new Set(peer.messagesMs)];
        // Exotel and Vonage take one length only.
        if (provider === 'exotel' || provider === 'vonage') assert.lengthOf(lengths, 1);
        assert.equal(Math.max(...lengths), LONGEST_MS[provider] ?? 60);
        assert.isTrue(lengths.every((ms) => ms % 20 === 0));
      });

    it('registers one call for a repeated webhook and runs it on one socket', async () => {
      const [one, other] = await Promise.all([runtime.answered('plivo', 'twice'), runtime.answered('plivo', 'twice')]);
      assert.notEqual(one, other);
      const first = await CarrierPeer.join('plivo', one);
      await eventually(() => first.messagesMs.length > 0, 'the first talks');
      const second = await CarrierPeer.join('plivo', other);
      assert.equal(await second.closed, 4404);
      await first.hangUp();
      await runtime.until('twice', ({ status }) => status === 'completed');
    });

    it('runs a dialled call once on the socket that Exotel opens', async () => {
      const outbound = { call_type: 'outbound', telephony_provider: 'exotel' } as const;
      const callId = runtime.register('exotel', outbound);
      const url = dialledStreamUrl(`${runtime.url}/answer?agent_id=exotel&org_id=o1&call_id=${callId}`, 'exotel');
      const peer = await CarrierPeer.join('exotel', url);
      await eventually(() => peer.messagesMs.length > 0, 'the agent talks');
      assert.equal(runtime.calls.get(callId)?.provider_call_sid, 'CX');
      assert.equal(await (await CarrierPeer.join('exotel', url)).closed, 4404);
      await peer.hangUp();
      await runtime.until('CX', ({ call_response }) => call_response === 'answered');
    });

    it('ends the call that its carrier reports as over', async () => {
      const peer = await CarrierPeer.join('twilio', await runtime.answered('twilio', 'reported'));
      await eventually(() => peer.messagesMs.length > 0, 'the agent talks');
      const report = { sid: 'reported', status: 'completed', response: null, isAnswered: true, cause: null };
      const reply = await runtime.report('/hangup', 'twilio', { report });
      assert.deepEqual([reply.status, await reply.text()], [200, '']);
      await peer.closed;
      assert.deepInclude(await runtime.until('reported', () => true), {
        status: 'completed',
        call_response: 'answered',
      });
    });

    it('ends a call answered by a machine as voicemail', async () => {
      const outbound = { call_type: 'outbound', provider_call_sid: 'machine', telephony_provider: 'twilio' } as const;
      const callId = runtime.register('twilio', outbound);
      const call = { sid: 'machine', from: '+1', to: '+2', answeredBy: 'unknown' };
      const url = await (await runtime.report('/answer', 'twilio', { call }, { callId })).text();
      const peer = await CarrierPeer.join('twilio', url);
      await eventually(() => peer.messagesMs.length > 0, 'the agent talks');
      const answeredBy = { sid: 'machine', answeredBy: 'machine' };
      assert.equal((await runtime.report('/machine', 'twilio', { answeredBy }, { callId })).status, 200);
      assert.equal(await peer.closed, 1000);
      assert.deepInclude(runtime.calls.get(callId), { status: 'completed', call_response: 'voicemail' });
      assert.include(runtime.hungUp, 'machine');
    });
  });
