import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { TELEPHONE_AGENT, telephoneWorld } from '../application/runtime/telephone-world.ts';
import { LEG, started } from '../application/runtime/transfer-webhook-world.ts';

type Signature = 'unsigned' | 'genuine';

/** An answer webhook of a call that the carrier, or who pretends to be it, calls so. */
const named = (sid: string, signature: Signature = 'unsigned') =>
  ({ call: { sid, from: '+15550001', to: '+15550002', answeredBy: 'unknown' }, signature }) as const;

// Exotel never signs, and Vobiz only if its account is set up so: who knows the ids of an agent can send these.
describe('unsigned webhooks', () => {
  const OTHERS: Readonly<Record<string, Partial<CallLog>>> = {
    'an outbound call that rings': { call_type: 'outbound', status: 'ringing' },
    'an inbound call of another agent': { call_type: 'inbound', agent_id: 'a2' },
    'an outbound call of another agent and carrier': {
      ...{ call_type: 'outbound', agent_id: 'a2', telephony_provider: 'other' },
    },
  };
  for (const [what, changes] of Object.entries(OTHERS))
    it(`that come in with the carrier’s id of ${what} open nothing and change nothing`, async () => {
      const { runtime, webhook, register, calls, agents, toolCaller } = telephoneWorld();
      const preCall = { url: 'https://crm.example.com/calls', timeout_secs: 1.5 };
      agents.set('a1', { ...TELEPHONE_AGENT, config: { ...TELEPHONE_AGENT.config, pre_call: preCall } });
      const requests: unknown[] = [];
      toolCaller.call = async (request) => {
        requests.push(request.arguments);
        return { ok: true, status: 200, content: '{"reject":{"reason":"no"}}', variables: {} };
      };
      const callId = register({ telephony_provider: 'acme', provider_call_sid: 'sid-1', ...changes });
      const before = structuredClone(calls.get(callId));
      assert.equal((await runtime.answerCall(webhook(named('sid-1')))).body, 'turn away: rejected');
      assert.deepEqual([calls.get(callId), calls.size, requests], [before, 1, []]);
    });

  const CASES = [
    { signature: 'unsigned', known: 'sid-1', kept: 'sid-1' },
    { signature: 'unsigned', known: null, kept: 'sid-2' },
    { signature: 'genuine', known: 'sid-1', kept: 'sid-2' },
  ] as const;
  const titled = ({ signature, known }: (typeof CASES)[number]) =>
    `${signature === 'genuine' ? 'but signed ones do ' : ''}${known === null ? 'without an id' : 'with an id'}`;

  for (const each of CASES)
    it(`give an outbound call no other carrier’s id, ${titled(each)}`, async () => {
      const { runtime, webhook, outbound, calls } = telephoneWorld();
      const callId = outbound({ provider_call_sid: each.known });
      await runtime.answerCall(webhook(named('sid-2', each.signature), { callId }));
      assert.equal(calls.get(callId)?.provider_call_sid, each.kept);
    });

  it('give the leg of a transfer no other carrier’s id, which would be hung up in its place', async () => {
    for (const [signature, kept] of [
      ['unsigned', 'leg-1'],
      ['genuine', 'leg-2'],
    ] as const) {
      const { answer, transfer } = await started({ provider_call_sid: 'leg-1' });
      await answer({}, { call: { ...LEG.call, sid: 'leg-2' }, signature });
      assert.equal(transfer().provider_call_sid, kept, signature);
    }
  });

  it('that report a machine hang up no call by an id that they alone name', async () => {
    for (const [signature, hungUp] of [
      ['unsigned', []],
      ['genuine', ['sid-2 with k']],
    ] as const) {
      const { runtime, webhook, outbound, carrier } = telephoneWorld();
      const callId = outbound({ provider_call_sid: null });
      const machine = { answeredBy: { sid: 'sid-2', answeredBy: 'machine' }, signature } as const;
      await runtime.handleAmdResult(webhook(machine, { callId }));
      assert.deepEqual(carrier.hungUp, [...hungUp], signature);
    }
  });
});
