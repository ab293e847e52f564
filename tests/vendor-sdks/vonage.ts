import { verifySignature } from '@vonage/jwt';
import { Vonage } from '@vonage/server-sdk';
import {
  AdvancedMachineDetectionMode,
  Connect,
  Conversation,
  HttpMethod,
  Input,
  MachineDetectionBehavior,
  NCCOBuilder,
  Notify,
  Talk,
} from '@vonage/voice';
import { assert } from 'chai';
import { createHash } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { vonageTelephony } from '../../adapters/providers/vonage/telephony.ts';
import { formRequest } from '../adapters/carriers/requests.ts';
import { carrierStand, requestOf } from '../adapters/carriers/stand.ts';
import { PRIVATE_KEY, PUBLIC_KEY, vonageService } from '../adapters/carriers/vonage-service.ts';
import { dialRequest, SECRET } from '../contracts/carrier.contract.ts';

const AUTH = { apiKey: 'abcd1234', apiSecret: SECRET, applicationId: 'app-1', privateKey: PRIVATE_KEY };

async function both(auth: Partial<typeof AUTH> = {}) {
  const secrets = { api_key: 'abcd1234', api_secret: SECRET, private_key: PRIVATE_KEY, signature_secret: 's' };
  const stand = await carrierStand(vonageTelephony, secrets, vonageService);
  const sdk = new Vonage({ ...AUTH, ...auth }, { apiHost: stand.url, restHost: stand.url });
  return { ...stand, sdk };
}

describe('vonage SDK against the scripted REST services of Vonage', () => {
  const application = {
    name: 'one',
    keys: { publicKey: PUBLIC_KEY },
    capabilities: {
      voice: {
        webhooks: {
          answerUrl: { address: 'https://a/?b=1', httpMethod: 'POST' },
          eventUrl: { address: 'https://h/', httpMethod: 'POST' },
        },
        signedCallbacks: true,
      },
    },
  } as const;
  const reported = { name: 'one', answerUrl: 'https://a/?b=1', hangupUrl: 'https://h/' };

  it('makes, changes and removes an application', async () => {
    const { sdk, carrier, applications, asks } = await both();
    const { id = '' } = await sdk.applications.createApplication(application);
    assert.deepEqual(applications(), [id]);
    await carrier.addApplication(reported);
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    const found = await sdk.applications.getApplication(id);
    assert.deepEqual([found.name, found.capabilities.voice?.signedCallbacks], ['one', true]);
    const changed = await sdk.applications.updateApplication({ ...application, id, name: 'other' });
    assert.equal(changed.name, 'other');
    await carrier.changeApplication(id, { ...reported, name: 'other' });
    assert.deepInclude(requestOf(asks.at(-2)!), { method: 'PUT', path: `/v2/applications/${id}` });
    assert.deepInclude(requestOf(asks.at(-1)!), { method: 'PUT', path: `/v2/applications/${id}` });
    await sdk.applications.deleteApplication(id);
    assert.notInclude(applications(), id);
  });

  it('lists all numbers page by page, finds one, links and unlinks it', async () => {
    const { sdk, carrier, numbers, linkOf, asks } = await both();
    const all: string[] = [];
    for (let index = 1; all.length < numbers.length; index += 1) {
      const page = await sdk.numbers.getOwnedNumbers({ index, size: 10 });
      assert.equal(page.count, numbers.length);
      all.push(...(page.numbers ?? []).map(({ msisdn }) => `+${msisdn}`));
    }
    assert.sameMembers(all, [...numbers]);
    const { numbers: [found] = [] } = await sdk.numbers.getOwnedNumbers({ pattern: numbers[0]!.slice(1) });
    const { pathname, searchParams } = asks.at(-1)!.url;
    assert.isTrue(await carrier.hasNumber(numbers[0]!));
    const lookup = asks.at(-1)!.url;
    assert.deepEqual([lookup.pathname, lookup.searchParams.get('pattern')], [pathname, searchParams.get('pattern')]);
    assert.isFalse(await carrier.hasNumber('+14155550999'));
    const number = { country: found?.country ?? '', msisdn: found?.msisdn ?? '' };
    assert.deepEqual(await sdk.numbers.updateNumber({ ...number, applicationId: '7' }), {
      ...{ errorCode: '200', errorCodeLabel: 'success' },
    });
    assert.equal(linkOf(numbers[0]!), '7');
    const linking = asks.at(-1)!;
    await carrier.link(numbers[0]!, '7');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(linking));
    await sdk.numbers.updateNumber(number);
    assert.isNull(linkOf(numbers[0]!));
    const unlinking = asks.at(-1)!;
    await carrier.link(numbers[0]!, '7');
    await carrier.unlink(numbers[0]!, '7');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(unlinking));
  });

  it('dials as the adapter does, looks the call up and hangs up', async () => {
    const { sdk, carrier, numbers, dialled, hungUp, asks } = await both();
    const request = dialRequest(numbers[0]!);
    const call = await sdk.voice.createOutboundCall({
      to: [{ type: 'phone', number: request.to.slice(1) }],
      from: { type: 'phone', number: request.from.slice(1) },
      answerUrl: [request.answerUrl],
      answerMethod: HttpMethod.POST,
      eventUrl: [request.hangupUrl],
      eventMethod: HttpMethod.POST,
      ringingTimer: request.ringTimeoutSeconds,
      lengthTimer: request.callSecondsMax,
      advancedMachineDetection: {
        behavior: MachineDetectionBehavior.CONTINUE,
        mode: AdvancedMachineDetectionMode.DEFAULT,
      },
    });
    assert.deepInclude<object>(call, { status: 'started', direction: 'outbound', conversationUUID: 'CON-1' });
    const { sid } = await carrier.dial(request);
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    assert.lengthOf(dialled(), 2);
    assert.deepInclude<object>(await sdk.voice.getCall(call.uuid), { uuid: call.uuid, status: 'ringing' });
    await sdk.voice.hangupCall(call.uuid);
    assert.deepEqual(hungUp(), [`${call.uuid}@app-1`]);
    await carrier.hangUp(sid);
    const [ours, theirs] = [asks.at(-1)!, asks.at(-2)!].map(requestOf) as { content?: object }[];
    assert.deepEqual(ours!.content, theirs!.content);
  });

  it('takes a call to another document as the adapter does', async () => {
    const { sdk, carrier, numbers, asks } = await both();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!, { applicationId: 'app-1' }));
    await sdk.voice.transferCallWithURL(sid.split('@')[0]!, 'https://a/?b=1');
    const ask = asks.at(-1)!;
    await carrier.redirect(sid, 'https://a/?b=1');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ask));
  });

  it('is understood by no application but the one of the call, and reads the status of a refusal', async () => {
    const { sdk, carrier, numbers } = await both();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!, { applicationId: 'app-2' }));
    const [uuid = ''] = sid.split('@');
    const { sdk: stranger } = await both({ apiSecret: 'wrong' });
    for (const [work, status] of [
      [() => sdk.voice.getCall(uuid), 404],
      [() => sdk.voice.hangupCall('unknown-call'), 404],
      [() => sdk.applications.getApplication('999'), 404],
      [() => stranger.applications.createApplication(application), 401],
    ] as const) {
      const failure: unknown = await work().then(
        () => null,
        (error: unknown) => error,
      );
      assert.instanceOf(failure, Error);
      assert.equal((failure as Error & { response?: { status: number } }).response?.status, status);
    }
  });
});

describe('vonage SDK and the webhooks of Vonage', () => {
  it('takes the signatures for genuine that the adapter does, and no other', () => {
    const body = Buffer.from('{"uuid":"u-1","status":"busy"}');
    // The SDK checks against the time of the machine.
    const receivedAt = new Date();
    const claims = { iss: 'Vonage', jti: 'j', api_key: 'abcd1234', application_id: 'app-1' };
    const hash = createHash('sha256').update(body).digest('hex');
    for (const [secret, expected] of [
      ['the secret of the account', 'genuine'],
      ['another secret', 'forged'],
    ] as const) {
      const token = jwt.sign({ ...claims, payload_hash: hash }, secret);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const request = { ...formRequest('https://voice.example.com/hangup'), headers, body, receivedAt };
      const auth = { signature_secret: 'the secret of the account' };
      assert.equal(vonageTelephony.dialect.authenticity(request, auth), expected);
      assert.equal(verifySignature(token, auth.signature_secret), expected === 'genuine');
    }
  });

  it('builds the document that the adapter answers with, but for how it spells the type of the audio', () => {
    const uri = 'wss://voice.example.com/carrier/vonage/a?b=1';
    const contentType = 'audio/l16;rate=16000';
    const [built] = new NCCOBuilder().addAction(new Connect({ type: 'websocket', uri, contentType })).build();
    const [answered] = JSON.parse(vonageTelephony.dialect.connect(uri).body) as { endpoint: object[] }[];
    // https://developer.vonage.com/en/voice/voice-api/ncco-reference#websocket-endpoint knows it as `content-type` alone.
    const spelled = { type: 'websocket', uri, 'content-type': contentType };
    assert.deepEqual<object>(answered!, { ...(built as object), endpoint: [spelled] });
    assert.deepEqual(JSON.parse(vonageTelephony.dialect.reject('busy').body), new NCCOBuilder().build());
  });

  it('builds the documents of transfers', () => {
    const sent = (...actions: Parameters<NCCOBuilder['addAction']>[0][]): unknown =>
      JSON.parse(
        JSON.stringify(actions.reduce((builder, action) => builder.addAction(action), new NCCOBuilder()).build()),
      );
    const { conference, speak, promptForKey } = vonageTelephony.dialect;
    const name = 'transfer-c-1';
    assert.deepEqual(JSON.parse(conference(name).body), sent(new Conversation(name, undefined, true, true)));
    const text = { text: 'A guest & more', language: 'de', nextUrl: 'https://voice.example.com/transfer?step=briefed' };
    const talk = new Talk(text.text, undefined, undefined, undefined, 'de-DE');
    const notify = new Notify({ spoken: 'true' }, text.nextUrl, 'POST');
    assert.deepEqual(JSON.parse(speak(text).body), sent(talk, notify));
    const words = new Talk(text.text, true, undefined, undefined, 'de-DE');
    const input = new Input({ maxDigits: 1, timeOut: 8 }, undefined, text.nextUrl, 'POST');
    assert.deepEqual(JSON.parse(promptForKey({ ...text, timeoutSeconds: 8 }).body), sent(words, input));
  });
});
