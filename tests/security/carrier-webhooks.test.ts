import { assert } from 'chai';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { registeredCarriers } from '../../adapters/providers/registered-carriers.ts';
import { simulatorTelephony } from '../../adapters/providers/simulator/telephony.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { answerCall } from '../../application/runtime/answer-call.ts';
import { handleStatusCallback } from '../../application/runtime/handle-status-callback.ts';
import { LiveCalls } from '../../application/runtime/live-calls.ts';
import { WebhookRefusals } from '../../application/runtime/webhook-refusals.ts';
import { DomainError, missing } from '../../domain/errors.ts';
import { TELEPHONE_AGENT } from '../application/runtime/telephone-world.ts';
import { fakeTickets } from '../application/runtime/fake-carrier.ts';
import { refusalOf } from '../support/refusals.ts';
import { fakeToolCaller } from '../support/fake-tools.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const providers = [...registered.telephony, simulatorTelephony('http://127.0.0.1:1')];
const clock = systemClock();

/** Carriers that say in their documentation that their webhooks may come unsigned. */
const MAY_BE_UNSIGNED = ['exotel', 'vobiz'];

/** The runtime's answer to what carriers ask, for an agent of this carrier; it remembers the calls that it registered. */
function answering(provider: string, auth: Readonly<Record<string, unknown>> | null) {
  const calls: string[] = [];
  const { log, lines } = rememberingLog();
  const controlPlane = {
    agent: async () => ({ ...TELEPHONE_AGENT, telephony: { ...TELEPHONE_AGENT.telephony!, provider } }),
    credentials: async () => auth && { auth, allowed_hosts: [] },
    registerInboundCall: async (_orgId: string, { provider_call_sid }: { provider_call_sid: string }) => {
      calls.push(provider_call_sid);
      return { call_id: provider_call_sid };
    },
  };
  const answer = answerCall({
    ...{ clock, log, tickets: fakeTickets(), liveCalls: new LiveCalls('this process') },
    controlPlane: controlPlane as never,
    carriers: registeredCarriers(providers, { network: null as never, clock }),
    webhookRefusals: new WebhookRefusals(clock),
    toolCaller: fakeToolCaller(),
    voiceServer: { baseUrl: 'https://voice.example.com' },
  });
  /** Sends a request in the carrier's format to the agent's address, without any secret. */
  const ask = async (sid: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const fields = {
      CallUUID: sid,
      CallSid: sid,
      uuid: sid,
      From: '+14155550101',
      To: '+14155550102',
      from: '1',
      to: '2',
    };
    const request = {
      method: 'POST',
      url: 'https://voice.example.com/answer?agent_id=a&org_id=o&From=%2B14155550101',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new TextEncoder().encode(new URLSearchParams(fields).toString()),
      receivedAt: clock.now(),
    };
    try {
      await answer({ orgId: 'o', agentId: 'a', callId: null, request });
      return 'answered';
    } catch (error) {
      return error instanceof DomainError ? error.problem : String(error);
    }
  };
  return { ask, calls, lines };
}

const STORED = { auth_token: 'token', public_key: Buffer.alloc(32, 1).toString('base64'), signature_secret: 'secret' };

describe('unauthorised webhooks', () => {
  for (const { declaration } of providers) {
    const { provider } = declaration;
    const signs = provider !== 'exotel';

    if (signs)
      it(`are refused for ${provider} while no verifying secret is stored`, async () => {
        for (const auth of [null, {}, { auth_token: '' }, { api_key: 'k' }]) {
          const { ask, calls } = answering(provider, auth);
          for (const headers of [{}, { 'x-vobiz-signature-v3': 'x', 'x-plivo-signature-v3': 'x' }])
            assert.equal(await ask('forged', headers), 'forbidden');
          assert.deepEqual(calls, []);
        }
      });

    if (!MAY_BE_UNSIGNED.includes(provider))
      it(`use no call slot of an organisation with ${provider}`, async () => {
        const { ask, calls } = answering(provider, STORED);
        for (let nth = 0; nth < 10; nth += 1) assert.equal(await ask(`forged-${nth}`), 'forbidden');
        assert.deepEqual(calls, []);
      });

    if (!MAY_BE_UNSIGNED.includes(provider))
      it(`are logged for ${provider} with the verified URL without its query`, async () => {
        const { ask, lines } = answering(provider, STORED);
        await ask('forged');
        assert.deepEqual(
          lines.map(({ event, url }) => [event, url]),
          [['carrier.webhook_refused', 'https://voice.example.com/answer']],
        );
      });
  }

  const IMPOSSIBLE = {
    'a lone surrogate': '\ud800',
    'a control character': 'a\u0000',
    'too many characters': 'a'.repeat(201),
    'a way out of its path': '..',
    'a way to all calls': '.',
    'an encoded way out': 'a%2f..%2f..',
    'a way out of its path in front of an application': '..@app-1',
  };

  for (const [what, sid] of Object.entries(IMPOSSIBLE)) {
    it(`are refused without an API request for a call id with ${what}`, async () => {
      const requests: string[] = [];
      const note = handleStatusCallback({
        ...{ clock, log: rememberingLog().log, liveCalls: new LiveCalls('this process') },
        controlPlane: {
          agent: async () => ({ ...TELEPHONE_AGENT, telephony: { ...TELEPHONE_AGENT.telephony!, provider: 'exotel' } }),
          credentials: async () => ({ auth: {}, allowed_hosts: [] }),
          updateCallBySid: async (_orgId: string, id: string) => {
            requests.push(encodeURIComponent(id));
            throw missing('Call');
          },
        } as never,
        carriers: registeredCarriers(providers, { network: null as never, clock }),
        webhookRefusals: new WebhookRefusals(clock),
      });
      const body = JSON.stringify({ CallSid: sid, Status: 'completed', EventType: 'terminal' });
      const request = {
        ...{ method: 'POST', url: 'https://voice.example.com/hangup?agent_id=a&org_id=o', receivedAt: clock.now() },
        headers: { 'content-type': 'application/json' },
        body: new TextEncoder().encode(body),
      };
      const refusal = await refusalOf(note({ orgId: 'o', agentId: 'a', callId: null, request }));
      assert.deepEqual([refusal.problem, requests], ['invalid', []]);
    });

    if (what !== 'a lone surrogate')
      it(`are refused without registering a call for a call id with ${what}`, async () => {
        const { ask, calls } = answering('exotel', null);
        assert.deepEqual([await ask(sid), calls], ['invalid', []]);
      });
  }
});
