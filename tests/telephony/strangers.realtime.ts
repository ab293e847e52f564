import { assert } from 'chai';
import { WebSocket } from 'ws';
import { plivoSignature } from '../../adapters/lib/plivo-signature.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { hmacTickets } from '../../adapters/tickets/hmac.ts';
import type { MediaTicket } from '../../application/ports/tickets.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { AUTH_TOKEN, joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const NONCE = 'a-nonce';

for (const kind of ['ws', 'uws'])
  describe(`unauthorised carrier requests over ${kind}`, function () {
    this.timeout(2 * TIMEOUT_MS);
    let platform: OpenPlatform;
    let telephone: Telephone;
    let call: CallLog;
    let webhooks: { readonly answer_url: string; readonly hangup_url: string };
    before(async () => {
      platform = await openPlatform({
        services: ['api', 'runtime', 'simulator'],
        env: { MEDIA_SERVER: kind },
        parts: { vendors: scriptedVendors() },
      });
      telephone = await joinTelephone(platform);
      const { api, agentId } = telephone;
      const agent = await api.ask<{ telephony: typeof webhooks }>('GET', `/agents/${agentId}`);
      webhooks = agent.telephony;
      await telephone.simulate('POST', '/callees', { number: '+14155550107', say: [], patience_ms: 600_000 });
      const { call_id } = await telephone.dial('+14155550107');
      call = await telephone.call(call_id, ({ status }) => status === 'in_progress');
    });

    /** A webhook about the live call, signed with this token, or not at all. */
    const report = (url: string, token: string | null, changes: Record<string, string> = {}) => {
      const fields = { CallUUID: call.provider_call_sid ?? '', From: '1', To: '2', Direction: 'inbound', ...changes };
      const form = Object.entries(fields);
      const signature = token && plivoSignature(token, { method: 'POST', url, form, nonce: NONCE });
      return fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(signature !== null && { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': NONCE }),
        },
        body: new URLSearchParams(fields).toString(),
      });
    };
    const logs = async (): Promise<string> => JSON.stringify(await telephone.logs());
    const withCall = (url: string): string => `${url}&call_id=${call.call_id}`;
    const over = { Event: 'Hangup', CallStatus: 'completed', HangupCauseCode: '4000', Duration: '7' };

    it('cannot end, start or change a call without a valid signature', async () => {
      const before = await logs();
      for (const token of [null, 'another token', ''])
        for (const url of [webhooks.answer_url, webhooks.hangup_url].flatMap((each) => [each, withCall(each)])) {
          const reply = await report(url, token, over);
          assert.equal(reply.status, 403, `${url} ${String(token)}`);
          assert.notInclude(await reply.text(), 'wss:');
        }
      assert.equal(await logs(), before);
    });

    it('cannot reuse the signature of another webhook', async () => {
      const before = await logs();
      const form = Object.entries({ CallUUID: 'another' });
      const url = withCall(webhooks.hangup_url);
      const signature = plivoSignature(AUTH_TOKEN, { method: 'POST', url, form, nonce: NONCE });
      const headers = { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': NONCE };
      const body = new URLSearchParams({ CallUUID: call.provider_call_sid ?? '', ...over });
      assert.equal((await fetch(url, { method: 'POST', headers, body })).status, 403);
      assert.equal(await logs(), before);
    });

    it('cannot open a media socket with an invalid or used ticket', async () => {
      const { orgId: org_id, agentId: agent_id } = telephone;
      const ticket: MediaTicket = { provider: 'simulator', org_id, agent_id, call_id: call.call_id };
      const aged = { ...systemClock(), now: () => new Date(Date.now() - 61_000) };
      const real = hmacTickets(TEST_KEYS.INTERNAL_API_KEY, systemClock());
      const forged = hmacTickets('another key', systemClock()).issue(ticket);
      const expired = hmacTickets(TEST_KEYS.INTERNAL_API_KEY, aged).issue(ticket);
      for (const each of [forged, expired, real.issue({ ...ticket, provider: 'plivo' }), 'x', `${forged}x`])
        assert.deepEqual(await silence(`carrier/simulator/${each}`), [4403, []]);
      const rung = await report(webhooks.answer_url, AUTH_TOKEN, { CallUUID: 'once', Event: 'StartApp' });
      const [path = ''] = /carrier\/simulator\/[^<]+/.exec(await rung.text()) ?? [];
      const first = new WebSocket(`${sockets()}/${path}`);
      await new Promise((resolve) => first.once('open', resolve));
      assert.deepEqual(await silence(path), [4403, []]);
      first.close();
      await telephone.bySid('once', ({ status }) => status === 'failed');
    });

    it('cannot take over a live call, even with a valid ticket', async () => {
      const reply = await report(withCall(webhooks.answer_url), AUTH_TOKEN, {
        Event: 'StartApp',
        Direction: 'outbound',
      });
      const [path = ''] = /carrier\/simulator\/[^<]+/.exec(await reply.text()) ?? [];
      const start = { event: 'start', start: { mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 } } };
      assert.deepEqual(await silence(path, start), [4404, []]);
      assert.equal((await telephone.call(call.call_id, () => true)).status, 'in_progress');
      await telephone.simulate('POST', `/calls/${call.provider_call_sid ?? ''}`, { hang_up: true });
      assert.deepInclude(await telephone.over(call.call_id), { status: 'completed', call_response: 'answered' });
    });

    const sockets = (): string => platform.runtimeUrl.replace('http', 'ws');

    /** Close code of this socket, and the messages before. */
    async function silence(path: string, first?: object): Promise<[number, unknown[]]> {
      const came: unknown[] = [];
      const socket = new WebSocket(`${sockets()}/${path}`);
      if (first) socket.on('open', () => socket.send(JSON.stringify(first)));
      socket.on('message', (message) => came.push(message));
      return [await new Promise((resolve) => socket.on('close', resolve)), came];
    }
  });
