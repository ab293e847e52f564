import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { assert } from 'chai';
import jwt from 'jsonwebtoken';
import { plivoSignature } from '../../adapters/lib/plivo-signature.ts';
import { plivoTelephony } from '../../adapters/providers/plivo/telephony.ts';
import { telnyxTelephony } from '../../adapters/providers/telnyx/telephony.ts';
import { vonageTelephony } from '../../adapters/providers/vonage/telephony.ts';
import type { CarrierRequest } from '../../application/ports/carrier-dialect.ts';
import { telephoneWorld } from '../application/runtime/telephone-world.ts';
import { RECEIVED_AT } from '../adapters/carriers/requests.ts';
import { refusalOf } from '../support/refusals.ts';

const SECRET = 'a secret of the account';
const HANGUP = 'https://voice.example.com/hangup?agent_id=a&org_id=o';
const KEYS = generateKeyPairSync('ed25519');

describe('what a signature does not cover', () => {
  const webhook = (url: string, body: string, headers: Readonly<Record<string, string>>): CarrierRequest => ({
    ...{ method: 'POST', url, headers, body: Buffer.from(body), receivedAt: RECEIVED_AT },
  });
  const seconds = RECEIVED_AT.getTime() / 1_000;

  it('is not read from the query at vonage and telnyx, whatever the type of the body is said to be', () => {
    const body = JSON.stringify({ uuid: 'u1', status: 'ringing' });
    const claims = { iat: seconds, payload_hash: createHash('sha256').update(body).digest('hex') };
    const authorization = `Bearer ${jwt.sign(claims, SECRET)}`;
    const publicKey = KEYS.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
    const signature = sign(null, Buffer.from(`${seconds}|${body}`), KEYS.privateKey).toString('base64');
    const forged = `${HANGUP}&uuid=u2&from=1&to=2&status=completed&CallSid=u2&From=1&To=2&CallStatus=completed`;
    for (const [{ dialect }, auth, signed] of [
      [vonageTelephony, { signature_secret: SECRET }, { authorization }],
      [
        telnyxTelephony,
        { public_key: publicKey },
        { 'telnyx-timestamp': `${seconds}`, 'telnyx-signature-ed25519': signature },
      ],
    ] as const)
      for (const type of ['text/plain', 'application/octet-stream', '']) {
        const request = webhook(forged, body, { ...signed, 'content-type': type });
        assert.equal(dialect.authenticity(request, auth), 'genuine');
        const machine = { ...request, url: `${forged}&status=machine&AnsweredBy=machine_start` };
        assert.deepEqual(
          [dialect.readCall(request), dialect.readReport(request), dialect.readAnsweredBy(machine)],
          [null, null, null],
          `${dialect.provider} ${type}`,
        );
      }
  });

  it('makes a webhook of plivo with a body of another type than a form forged', () => {
    const signature = plivoSignature(SECRET, { method: 'POST', url: HANGUP, form: [], nonce: '1' });
    const signed = { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': '1' };
    const authenticity = (body: string, type: string) =>
      plivoTelephony.dialect.authenticity(webhook(HANGUP, body, { ...signed, 'content-type': type }), {
        auth_token: SECRET,
      });
    assert.equal(authenticity('', 'application/x-www-form-urlencoded'), 'genuine');
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      assert.equal(authenticity(JSON.stringify({ CallUUID: 's', Event: 'Hangup' }), type), 'forged');
  });
});

// Some carriers do not sign webhooks, so that a stranger who knows the id of one agent can send them.
describe('webhooks of one agent', () => {
  const END = { sid: 'sid-2', status: 'completed', response: null, isAnswered: true, cause: null } as const;

  it('do not change the calls of another agent, not by their ids at the carrier either', async () => {
    const { runtime, webhook, register, calls } = telephoneWorld();
    const other = register({ agent_id: 'a2', provider_call_sid: 'sid-2', telephony_provider: 'other' });
    const before = structuredClone(calls.get(other));
    for (const status of ['completed', 'ringing'] as const) {
      const refused = runtime.handleStatusCallback(webhook({ report: { ...END, status } }));
      assert.equal((await refusalOf(refused)).problem, 'missing');
    }
    assert.deepEqual(calls.get(other), before);
  });

  it('hang up no call but the one that they name', async () => {
    const { runtime, webhook, outbound, carrier } = telephoneWorld();
    const callId = outbound({ provider_call_sid: 'sid-1' });
    await runtime.handleAmdResult(webhook({ answeredBy: { sid: 'sid-2', answeredBy: 'machine' } }, { callId }));
    assert.deepEqual(carrier.hungUp, ['sid-1 with k']);
  });
});
