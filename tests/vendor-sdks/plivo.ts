import type axiosType from 'axios';
import { assert } from 'chai';
import { createRequire } from 'node:module';
import plivoSdk from 'plivo';
import { plivoSignature } from '../../adapters/lib/plivo-signature.ts';
import { plivoTelephony } from '../../adapters/providers/plivo/telephony.ts';
import { plivoService } from '../adapters/carriers/plivo-service.ts';
import { formRequest } from '../adapters/carriers/requests.ts';
import { carrierStand, requestOf } from '../adapters/carriers/stand.ts';
import { dialRequest, SECRET } from '../contracts/carrier.contract.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** The very module that the SDK requires. */
const axios = createRequire(import.meta.url)('axios') as typeof axiosType;

/** The SDK's types leave its documents out, and what many of its methods answer. */
interface SdkDocument {
  addStream(url: string, attributes: object): void;
  addHangup(attributes: object): void;
  addConference(name: string, attributes: object): void;
  addSpeak(text: string, attributes: object): void;
  addGetInput(attributes: object): { addSpeak(text: string, attributes: object): void };
  addRedirect(url: string, attributes: object): void;
  toXML(): string;
}
const SdkResponse = plivoSdk.Response as unknown as new () => SdkDocument;
type SdkAnswer = Readonly<Record<string, unknown>>;

/** Two methods as they are: the types of the one want fields that are optional, and know nothing of the other. */
interface UntypedClient {
  readonly applications: { update(id: string, facts: object): Promise<unknown> };
  readonly numbers: { get(number: string): Promise<unknown> };
}

/** Whatever its options say, the SDK sends what is about calls to a fixed address: it goes elsewhere until the test ends. */
function redirectCalls(origin: string): void {
  const { defaults } = axios;
  const usual = defaults.adapter;
  const send = axios.getAdapter('http');
  defaults.adapter = (config) =>
    send({ ...config, url: config.url?.replace('https://api.plivo.com/v1', origin) ?? '' });
  atEndOfTest(() => {
    if (usual) defaults.adapter = usual;
  });
}

async function both(token = SECRET) {
  const stand = await carrierStand(plivoTelephony, { auth_id: 'MAXX', auth_token: SECRET }, plivoService);
  redirectCalls(stand.url);
  const sdk = new plivoSdk.Client('MAXX', token, { url: `${stand.url}/Account/MAXX` });
  return { ...stand, sdk };
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

describe('plivo SDK against the scripted REST service of Plivo', () => {
  it('makes, changes and removes an application', async () => {
    const { sdk, carrier, applications, asks } = await both();
    const facts = { answerUrl: 'https://a/?b=1', answerMethod: 'POST', hangupUrl: 'https://h/', hangupMethod: 'POST' };
    const { appId: id } = await sdk.applications.create('one', facts);
    assert.deepEqual(applications(), [id]);
    await carrier.addApplication({ name: 'one', answerUrl: 'https://a/?b=1', hangupUrl: 'https://h/' });
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    const changed = (await (sdk as unknown as UntypedClient).applications.update(id, facts)) as SdkAnswer;
    assert.equal(changed['message'], 'changed');
    const found = (await sdk.applications.get(id)) as unknown as SdkAnswer;
    assert.deepInclude(found, { appId: id, appName: 'one', answerUrl: 'https://a/?b=1' });
    assert.isTrue(await sdk.applications.delete(id));
    assert.notInclude(applications(), id);
  });

  it('lists all numbers page by page, links one and unlinks it', async () => {
    const { sdk, carrier, numbers, linkOf, asks } = await both();
    const all: string[] = [];
    for (const offset of [0, 20]) {
      const page = (await sdk.numbers.list({ limit: 20, offset })) as unknown as { number: string }[];
      all.push(...page.map(({ number }) => `+${number}`));
    }
    assert.sameMembers(all, [...numbers]);
    const number = numbers[0]!.slice(1);
    for (const [appId, work] of [
      ['7', () => carrier.link(numbers[0]!, '7')],
      ['', () => carrier.unlink(numbers[0]!, '7')],
    ] as const) {
      await sdk.numbers.update(number, { appId });
      const ask = asks.at(-1)!;
      assert.equal(linkOf(numbers[0]!), appId || null);
      if (appId === '') await carrier.link(numbers[0]!, '7');
      await work();
      assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ask));
    }
    await carrier.link(numbers[0]!, '7');
    const found = (await (sdk as unknown as UntypedClient).numbers.get(number)) as SdkAnswer;
    assert.equal(found['application'], '/v1/Account/MAXX/Application/7/');
    const lookup = asks.at(-1)!;
    assert.isTrue(await carrier.hasNumber(numbers[0]!));
    assert.equal(asks.at(-1)!.url.pathname, lookup.url.pathname);
    assert.instanceOf(await failureOf((sdk as unknown as UntypedClient).numbers.get('14155550999')), Error);
    assert.isFalse(await carrier.hasNumber('+14155550999'));
  });

  it('dials as the adapter does, looks the call up and hangs up', async () => {
    const { sdk, carrier, numbers, dialled, hungUp, asks } = await both();
    const request = dialRequest(numbers[0]!);
    const call = (await sdk.calls.create(request.from.slice(1), request.to.slice(1), request.answerUrl, {
      answerMethod: 'POST',
      ringUrl: request.hangupUrl,
      ringMethod: 'POST',
      hangupUrl: request.hangupUrl,
      hangupMethod: 'POST',
      ringTimeout: request.ringTimeoutSeconds,
      timeLimit: request.callSecondsMax,
      machineDetection: 'true',
      machineDetectionUrl: request.machineUrl,
      machineDetectionMethod: 'POST',
    })) as unknown as SdkAnswer;
    const sid = String(call['requestUuid']);
    await carrier.dial(request);
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    assert.lengthOf(dialled(), 2);
    const live = (await sdk.calls.getLiveCall(sid)) as SdkAnswer;
    assert.deepInclude(live, { callUuid: sid, callStatus: 'ringing' });
    assert.isTrue(await sdk.calls.hangup(sid));
    assert.deepEqual(hungUp(), [sid]);
    const record = (await sdk.calls.get(sid)) as unknown as SdkAnswer;
    assert.deepInclude(record, { callUuid: sid, hangupCauseCode: 4000, hangupCauseName: 'Normal Hangup' });
    assert.deepInclude(await carrier.lookUp({ ...request, sid, since: new Date(0) }), { status: 'completed' });
  });

  it('reads the status and the words of a refusal', async () => {
    const { sdk, numbers } = await both();
    const { sdk: stranger } = await both('wrong');
    for (const [work, words] of [
      [() => sdk.calls.create(numbers[0]!.slice(1), '10000000', 'https://a/'), /to parameter is not valid/],
      [() => sdk.numbers.update('14155550999', { appId: '7' }), /not found/],
      [() => sdk.applications.delete('999'), /not found/],
      [() => sdk.calls.hangup('unknown-call'), /not found/],
      [() => stranger.applications.get('1'), /Could not verify/],
    ] as const) {
      const failure = await failureOf(work());
      assert.instanceOf(failure, Error);
      assert.match(failure.message, words);
    }
  });
});

describe('plivo SDK and the webhooks of Plivo', () => {
  const url = 'https://voice.example.com/answer?org_id=o&agent_id=a%20b&call_id=c';
  const form = { CallUUID: 'u1', From: '14155551000', To: '14155550123', Zeta: 'ü & =', Alpha: '' };
  const nonce = '05429567804466091622';

  for (const [what, method, place, fields] of [
    ['a form with a query', 'POST', url, form],
    ['a form without a query', 'POST', 'https://voice.example.com:8443/hangup', form],
    ['a query without a form', 'POST', url, {}],
    ['nothing but a path', 'POST', 'https://voice.example.com/hangup', {}],
    ['a GET', 'GET', url, {}],
    ['a media socket', 'GET', 'wss://voice.example.com/carrier/plivo/abc.def', {}],
  ] as const)
    it(`takes our signatures of ${what} for its own`, () => {
      const signature = plivoSignature('token', { method, url: place, form: Object.entries(fields), nonce });
      assert.isTrue(plivoSdk.validateV3Signature(method, place, nonce, 'token', signature, { ...fields }));
    });

  it('calls the same signatures genuine as the adapter, and the same forged', () => {
    for (const [token, signedForm, expected] of [
      ['token', form, 'genuine'],
      ['other', form, 'forged'],
      ['token', { ...form, To: '1' }, 'forged'],
    ] as const) {
      const signature = plivoSignature(token, { method: 'POST', url, form: Object.entries(signedForm), nonce });
      const headers = { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': nonce };
      assert.equal(
        plivoTelephony.dialect.authenticity(formRequest(url, form, headers), { auth_token: 'token' }),
        expected,
      );
      const isValid = plivoSdk.validateV3Signature('POST', url, nonce, 'token', signature, { ...form });
      assert.equal(isValid, expected === 'genuine');
    }
  });

  const written = (document: { body: string }) => document.body.replace('<?xml version="1.0" encoding="UTF-8"?>', '');

  it('builds the very documents that the adapter answers with', () => {
    const socket = 'wss://voice.example.com/carrier/plivo/a?b=1&c=<2>';
    const connected = new SdkResponse();
    connected.addStream(socket, {
      bidirectional: 'true',
      keepCallAlive: 'true',
      contentType: 'audio/x-mulaw;rate=8000',
    });
    assert.equal(written(plivoTelephony.dialect.connect(socket)), connected.toXML());
    for (const reason of ['busy', 'rejected'] as const) {
      const turnedAway = new SdkResponse();
      turnedAway.addHangup({ reason });
      assert.equal(written(plivoTelephony.dialect.reject(reason)), turnedAway.toXML());
    }
  });

  it('builds the documents of transfers', () => {
    const conference = new SdkResponse();
    conference.addConference('transfer-c-1', { startConferenceOnEnter: 'true', endConferenceOnExit: 'true' });
    assert.equal(written(plivoTelephony.dialect.conference('transfer-c-1')), conference.toXML());
    const speech = new SdkResponse();
    speech.addSpeak('A guest & more', { language: 'de-DE' });
    speech.addRedirect(url, { method: 'POST' });
    const text = { text: 'A guest & more', language: 'de', nextUrl: url };
    assert.equal(written(plivoTelephony.dialect.speak(text)), speech.toXML());
    const prompt = new SdkResponse();
    const input = { inputType: 'dtmf', numDigits: '1', executionTimeout: '8', action: url, method: 'POST' };
    prompt.addGetInput(input).addSpeak('A guest & more', { language: 'de-DE' });
    prompt.addRedirect(url, { method: 'POST' });
    assert.equal(written(plivoTelephony.dialect.promptForKey({ ...text, timeoutSeconds: 8 })), prompt.toXML());
  });
});
