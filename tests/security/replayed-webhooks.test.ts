import { createHash, createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { assert } from 'chai';
import jwt from 'jsonwebtoken';
import { plivoSignature } from '../../adapters/lib/plivo-signature.ts';
import { registered } from '../../adapters/providers/registered-providers.ts';
import { registeredCarriers } from '../../adapters/providers/registered-carriers.ts';
import type { CarrierRequest } from '../../application/ports/carrier-dialect.ts';
import { answerCall } from '../../application/runtime/answer-call.ts';
import { LiveCalls } from '../../application/runtime/live-calls.ts';
import { WebhookRefusals } from '../../application/runtime/webhook-refusals.ts';
import { fakeTickets } from '../application/runtime/fake-carrier.ts';
import { TELEPHONE_AGENT } from '../application/runtime/telephone-world.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { fakeToolCaller } from '../support/fake-tools.ts';
import { refusalOf } from '../support/refusals.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const URL_OF_ANSWER = 'https://voice.example.com/answer?agent_id=a&org_id=o';
const SECRET = 'a secret of the account';
const MINUTES_MS = 60_000;
const KEYS = generateKeyPairSync('ed25519');
const AUTH = {
  ...{ auth_token: SECRET, signature_secret: SECRET, api_token: SECRET },
  public_key: KEYS.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
};

interface SignedWebhook {
  readonly method?: 'GET';
  readonly url?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
const form = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>): SignedWebhook => ({
  body: new URLSearchParams(fields).toString(),
  headers: { ...FORM_TYPE, ...headers },
});
const hmac = (algorithm: 'sha1' | 'sha256', text: string): string =>
  createHmac(algorithm, SECRET).update(text).digest('base64');
const CALL = { From: '+14155551000', To: '+14155550123' };

/** The answer webhook of a call, as each carrier signs it at that time. */
const SIGNED: Readonly<Record<string, (seconds: number) => SignedWebhook>> = {
  plivo() {
    const fields = { CallUUID: 's1', ...CALL };
    const request = { method: 'POST', url: URL_OF_ANSWER, form: Object.entries(fields), nonce: '1' };
    return form(fields, {
      'x-plivo-signature-v3': plivoSignature(SECRET, request),
      'x-plivo-signature-v3-nonce': '1',
    });
  },
  vobiz: () =>
    form(
      { CallUUID: 's1', ...CALL },
      {
        'x-vobiz-signature-v3': hmac('sha256', 'https://voice.example.com/answer.1'),
        'x-vobiz-signature-v3-nonce': '1',
      },
    ),
  twilio() {
    const fields = { CallSid: 's1', ...CALL };
    const text = Object.entries(fields).map(([name, value]) => name + value);
    return form(fields, { 'x-twilio-signature': hmac('sha1', URL_OF_ANSWER + text.join('')) });
  },
  telnyx(seconds) {
    const { body = '', headers = {} } = form({ CallSid: 's1', ...CALL }, {});
    const signature = sign(null, Buffer.from(`${seconds}|${body}`), KEYS.privateKey).toString('base64');
    return { body, headers: { ...headers, 'telnyx-timestamp': `${seconds}`, 'telnyx-signature-ed25519': signature } };
  },
  vonage(seconds) {
    const body = JSON.stringify({ from: '14155551000', to: '14155550123', uuid: 's1', conversation_uuid: 'CON-1' });
    const claims = { payload_hash: createHash('sha256').update(body).digest('hex'), iat: seconds };
    const token = jwt.sign({ iss: 'Vonage', application_id: 'app-1', ...claims }, SECRET);
    return { body, headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` } };
  },
  exotel: () => ({
    method: 'GET',
    url: `${URL_OF_ANSWER}&CallSid=s1&CallFrom=%2B14155551000&CallTo=%2B14155550123&Direction=incoming`,
  }),
};
/** Those whose signatures say when they were made. */
const DATED = ['telnyx', 'vonage'];

describe('answer webhooks that were intercepted and are sent again', () => {
  for (const [provider, signedAt] of Object.entries(SIGNED)) {
    /** A runtime with one call, and what the carrier sent for it. */
    function world() {
      const clock = fakeClock();
      const known = new Map<string, string>();
      const issued: unknown[] = [];
      const tickets = fakeTickets();
      const controlPlane = {
        agent: async () => ({ ...TELEPHONE_AGENT, telephony: { ...TELEPHONE_AGENT.telephony!, provider } }),
        credentials: async () => ({ auth: AUTH, allowed_hosts: [] }),
        async registerInboundCall(_orgId: string, call: { readonly provider_call_sid: string }) {
          const created = !known.has(call.provider_call_sid);
          if (created) known.set(call.provider_call_sid, 'initiated');
          return { call_id: call.provider_call_sid, created };
        },
        call: async (_orgId: string, callId: string) => ({
          ...{ call_id: callId, status: known.get(callId) },
          ...{ agent_id: TELEPHONE_AGENT.agent_id, call_type: 'inbound' },
        }),
      };
      const answer = answerCall({
        ...{ clock, log: rememberingLog().log, liveCalls: new LiveCalls('this process') },
        tickets: {
          ...tickets,
          issue: (...args: Parameters<typeof tickets.issue>) => {
            issued.push(args);
            return tickets.issue(...args);
          },
        },
        controlPlane: controlPlane as never,
        carriers: registeredCarriers(registered.telephony, { network: null as never, clock }),
        webhookRefusals: new WebhookRefusals(clock),
        toolCaller: fakeToolCaller(),
        voiceServer: { baseUrl: 'https://voice.example.com' },
      });
      const { method = 'POST', url = URL_OF_ANSWER, body = '', headers = {} } = signedAt(clock.now().getTime() / 1_000);
      const send = () => {
        const request: CarrierRequest = { method, url, headers, body: Buffer.from(body), receivedAt: clock.now() };
        return answer({ orgId: 'o', agentId: 'a', callId: null, request });
      };
      const end = (): void => {
        for (const sid of known.keys()) known.set(sid, 'completed');
      };
      return { clock, issued, send, end };
    }

    it(`open nothing at ${provider} after the end of their call`, async () => {
      const { send, issued, end } = world();
      const first = await send();
      assert.deepEqual(await send(), first, 'a repeated webhook of a live call gets the same answer');
      const before = issued.length;
      end();
      const replayed = await send();
      assert.lengthOf(issued, before);
      assert.notInclude(replayed.body, 'wss://');
    });

    if (DATED.includes(provider))
      it(`are refused at ${provider} once they are five minutes old`, async () => {
        const { clock, send } = world();
        await send();
        clock.advance(5 * MINUTES_MS);
        await send();
        clock.advance(1_000);
        assert.equal((await refusalOf(send())).problem, 'forbidden');
      });
  }
});
