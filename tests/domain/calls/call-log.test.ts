import { assert } from 'chai';
import {
  activeUntil,
  graceUntil,
  mayBeRunning,
  reconcilingUntil,
  reservedUntil,
} from '../../../domain/calls/call-lease.ts';
import { CALL_STATUSES, inboundCall, outboundCall, webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { callWebhooks, dialledStreamUrl } from '../../../domain/calls/call-webhooks.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const facts = { call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Ada', now: NOW };
const numbers = { from_number: '+15550100000', to_number: '+15550100009' };
const variables = { name: 'Ann' };

describe('new call', () => {
  const web = webCall({ ...facts, custom_variables: variables });
  const outbound = outboundCall({ ...facts, ...numbers, custom_variables: variables, telephony_provider: 'plivo' });
  const inbound = inboundCall({ ...facts, ...numbers, telephony_provider: 'plivo', provider_call_sid: 'sid' });

  it('is initiated and has no end', () => {
    for (const call of [web, outbound, inbound]) {
      assert.deepInclude(call, { call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Ada', status: 'initiated' });
      assert.deepInclude(call, { created_at: NOW.toISOString(), updated_at: NOW.toISOString() });
      for (const field of ['call_response', 'start_time_utc', 'end_time_utc', 'duration', 'error_message'] as const)
        assert.isNull(call[field]);
      assert.sameMembers(Object.keys(call), Object.keys(web));
    }
  });

  it('has the fields of its type', () => {
    const own = ({ call_type, from_number, to_number, telephony_provider, provider_call_sid }: CallLog) =>
      [call_type, from_number, to_number, telephony_provider, provider_call_sid] as const;
    assert.deepEqual(own(web), ['web', 'browser', 'agent', null, null]);
    assert.deepEqual(own(outbound), ['outbound', '+15550100000', '+15550100009', 'plivo', null]);
    assert.deepEqual(own(inbound), ['inbound', '+15550100000', '+15550100009', 'plivo', 'sid']);
    assert.deepEqual(
      [web, outbound, inbound].map((call) => call.custom_variables),
      [variables, variables, {}],
    );
  });
});

describe('call lease', () => {
  const seconds = (until: string): number => (Date.parse(until) - NOW.getTime()) / 1000;

  it('lasts 30 s longer than the ring timeout outbound, 60 s for a browser and 20 s inbound', () => {
    assert.equal(seconds(reservedUntil('outbound', NOW, 45)), 75);
    assert.equal(seconds(reservedUntil('web', NOW)), 60);
    assert.equal(seconds(reservedUntil('inbound', NOW)), 20);
  });

  it('lasts 45 s for a running call', () => {
    assert.equal(seconds(activeUntil(NOW)), 45);
  });

  it('lasts 30 s for a reconciliation and 15 s for a call that lost its lease', () => {
    assert.equal(seconds(reconcilingUntil(NOW)), 30);
    assert.equal(seconds(graceUntil(NOW)), 15);
  });

  it('may be held by a runtime or a dialling carrier before the call is connected only if it is outbound', () => {
    for (const status of CALL_STATUSES) {
      assert.isTrue(mayBeRunning({ status, call_type: 'outbound' }), status);
      for (const callType of ['web', 'inbound'] as const)
        assert.equal(
          mayBeRunning({ status, call_type: callType }),
          status !== 'initiated' && status !== 'ringing',
          status,
        );
    }
  });
});

describe('callWebhooks', () => {
  it('contain the encoded ids of organisation, agent and call', () => {
    const call = { org_id: 'o&1', agent_id: 'a 1', call_id: 'c' };
    assert.deepEqual(callWebhooks('https://voice.example.com/', call), {
      answerUrl: 'https://voice.example.com/answer?agent_id=a%201&org_id=o%261&call_id=c',
      hangupUrl: 'https://voice.example.com/hangup?agent_id=a%201&org_id=o%261&call_id=c',
      machineUrl: 'https://voice.example.com/machine?agent_id=a%201&org_id=o%261&call_id=c',
    });
  });

  it('build the stream URL for carriers without an answer document', () => {
    const call = { org_id: 'o&1', agent_id: 'a 1', call_id: 'c' };
    for (const [base, socket] of [
      ['https://voice.example.com', 'wss://voice.example.com/carrier/exotel/o%261/a%201/c'],
      ['http://127.0.0.1:7860/runtime/', 'ws://127.0.0.1:7860/runtime/carrier/exotel/o%261/a%201/c'],
    ] as const)
      assert.equal(dialledStreamUrl(callWebhooks(base, call).answerUrl, 'exotel'), socket);
  });

  it('require a voice server URL', () => {
    const call = { org_id: 'o', agent_id: 'a', call_id: 'c' };
    assert.throws(() => callWebhooks(null, call), 'VOICE_SERVER_BASE_URL is not set');
  });
});
