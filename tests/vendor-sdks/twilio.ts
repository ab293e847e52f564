import { assert } from 'chai';
import { createHash } from 'node:crypto';
import twilioSdk from 'twilio';
import { twilioTelephony } from '../../adapters/providers/twilio/telephony.ts';
import { formRequest } from '../adapters/carriers/requests.ts';
import { carrierStand, requestOf } from '../adapters/carriers/stand.ts';
import { twilioService } from '../adapters/carriers/twilio-service.ts';
import { dialRequest, SECRET } from '../contracts/carrier.contract.ts';

const { RequestClient } = twilioSdk;

/** The SDK's own client for another origin: everything but the host of a request is as the SDK made it. */
class Elsewhere extends RequestClient {
  readonly #origin: string;

  constructor(origin: string) {
    super();
    this.#origin = origin;
  }

  override request<T>(options: Parameters<typeof RequestClient.prototype.request<T>>[0]) {
    const { pathname, search } = new URL(options.uri);
    return super.request<T>({ ...options, uri: `${this.#origin}${pathname}${search}` });
  }
}

async function both(token = SECRET) {
  const stand = await carrierStand(
    twilioTelephony,
    { account_sid: 'ACxx', auth_token: SECRET },
    twilioService,
    '/2010-04-01',
  );
  const sdk = twilioSdk('ACxx', token, { httpClient: new Elsewhere(stand.url) });
  return { ...stand, sdk };
}

describe('twilio SDK against the scripted REST service of Twilio', () => {
  it('makes, changes and removes an application', async () => {
    const { sdk, carrier, state, applications, asks } = await both();
    const made = await sdk.applications.create({
      friendlyName: 'one',
      voiceUrl: 'https://a/?b=1',
      voiceMethod: 'POST',
      statusCallback: 'https://h/',
      statusCallbackMethod: 'POST',
    });
    assert.deepEqual(applications(), [made.sid]);
    assert.equal(made.voiceUrl, 'https://a/?b=1');
    await carrier.addApplication({ name: 'one', answerUrl: 'https://a/?b=1', hangupUrl: 'https://h/' });
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    const changed = await sdk.applications(made.sid).update({ friendlyName: 'other' });
    assert.equal(changed.friendlyName, 'other');
    assert.equal((await sdk.applications(made.sid).fetch()).friendlyName, 'other');
    assert.isTrue(await sdk.applications(made.sid).remove());
    assert.notInclude([...state.applications.keys()], made.sid);
  });

  it('lists all numbers page by page, finds one, links and unlinks it', async () => {
    const { sdk, carrier, numbers, linkOf, asks } = await both();
    const all = await sdk.incomingPhoneNumbers.list({ pageSize: 1_000 });
    assert.sameMembers(
      all.map(({ phoneNumber }) => phoneNumber),
      [...numbers],
    );
    const [found] = await sdk.incomingPhoneNumbers.list({ phoneNumber: numbers[0]! });
    assert.equal(found?.phoneNumber, numbers[0]);
    const lookup = asks.at(-1)!;
    assert.isTrue(await carrier.hasNumber(numbers[0]!));
    const [path, number] = [lookup.url.pathname, lookup.url.searchParams.get('PhoneNumber')];
    assert.deepEqual([asks.at(-1)!.url.pathname, asks.at(-1)!.url.searchParams.get('PhoneNumber')], [path, number]);
    assert.isEmpty(await sdk.incomingPhoneNumbers.list({ phoneNumber: '+14155550999' }));
    assert.isFalse(await carrier.hasNumber('+14155550999'));
    const linked = await sdk.incomingPhoneNumbers(found!.sid).update({ voiceApplicationSid: 'AP1' });
    assert.deepEqual([linked.voiceApplicationSid, linkOf(numbers[0]!)], ['AP1', 'AP1']);
    const ask = asks.at(-1)!;
    await carrier.link(numbers[0]!, 'AP1');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ask));
    await sdk.incomingPhoneNumbers(found!.sid).update({ voiceApplicationSid: '' });
    const emptied = asks.at(-1)!;
    assert.isNull(linkOf(numbers[0]!));
    await carrier.link(numbers[0]!, 'AP1');
    await carrier.unlink(numbers[0]!, 'AP1');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(emptied));
  });

  it('dials as the adapter does, looks the call up and hangs up', async () => {
    const { sdk, carrier, numbers, dialled, hungUp, asks } = await both();
    const request = dialRequest(numbers[0]!);
    const call = await sdk.calls.create({
      to: request.to,
      from: request.from,
      url: request.answerUrl,
      method: 'POST',
      statusCallback: request.hangupUrl,
      statusCallbackMethod: 'POST',
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
      timeout: request.ringTimeoutSeconds,
      timeLimit: request.callSecondsMax,
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: request.machineUrl!,
      asyncAmdStatusCallbackMethod: 'POST',
    });
    assert.deepEqual([call.status, call.to, call.direction], ['queued', request.to, 'outbound-api']);
    await carrier.dial(request);
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    assert.lengthOf(dialled(), 2);
    assert.deepInclude(await sdk.calls(call.sid).fetch(), { sid: call.sid, status: 'ringing', from: request.from });
    const listed = await sdk.calls.list({ to: request.to, from: request.from });
    assert.includeMembers(
      listed.map(({ sid }) => sid),
      [call.sid],
    );
    assert.equal((await sdk.calls(call.sid).update({ status: 'completed' })).status, 'completed');
    assert.deepEqual(hungUp(), [call.sid]);
    const ended = asks.at(-1)!;
    await carrier.hangUp(call.sid);
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ended));
  });

  it('takes a call to another document as the adapter does', async () => {
    const { sdk, carrier, numbers, asks } = await both();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    await sdk.calls(sid).update({ url: 'https://a/?b=1', method: 'POST', timeLimit: 14_400 });
    const ask = asks.at(-1)!;
    await carrier.redirect(sid, 'https://a/?b=1');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ask));
  });

  it('reads the code, the status and the words of a refusal', async () => {
    const { sdk, numbers } = await both();
    const { sdk: stranger } = await both('wrong');
    for (const [work, status, code] of [
      [() => sdk.calls.create({ to: '+10000000', from: numbers[0]!, url: 'https://a/' }), 400, 21_211],
      [() => sdk.applications('AP0').update({ friendlyName: 'x' }), 404, 20_404],
      [() => sdk.calls('CA0').fetch(), 404, 20_404],
      [() => stranger.applications.create({}), 401, 20_003],
    ] as const) {
      const failure: unknown = await work().then(
        () => null,
        (error: unknown) => error,
      );
      assert.instanceOf(failure, twilioSdk.RestException);
      assert.deepInclude(failure, { status, code });
      assert.match(failure.moreInfo ?? '', /errors\/\d+$/);
    }
  });
});

describe('twilio SDK and the webhooks of Twilio', () => {
  const url = 'https://voice.example.com/answer?org_id=o&agent_id=a%20b&call_id=c';
  const form = { CallSid: 'CA1', From: '+14155551000', To: '+14155550123', Zeta: 'ü & =', Alpha: '' };

  it('signs what the adapter takes for genuine, and nothing else', () => {
    const sign = twilioSdk.getExpectedTwilioSignature;
    const check = (signature: string) =>
      twilioTelephony.dialect.authenticity(formRequest(url, form, { 'x-twilio-signature': signature }), {
        auth_token: 'token',
      });
    assert.equal(check(sign('token', url, form)), 'genuine');
    assert.equal(check(sign('other', url, form)), 'forged');
    assert.equal(check(sign('token', `${url}&more=1`, form)), 'forged');
    assert.equal(check(sign('token', url, { ...form, To: '1' })), 'forged');
  });

  for (const [what, place] of [
    ['a form with a query', url],
    ['a form without a query', 'https://voice.example.com/hangup'],
    ['a URL with a port', 'https://voice.example.com:8443/hangup?a=1'],
    ['a URL over an IPv6 address', 'http://[::1]:8080/hangup'],
  ] as const)
    it(`signs ${what} as the adapter expects it, with its port and without`, () => {
      const [, port] = /^\w+:\/\/.*?:(\d{4})\//.exec(place) ?? [];
      for (const each of [place, port ? place.replace(`:${port}`, '') : place.replace('.com/', '.com:443/')]) {
        const signature = twilioSdk.getExpectedTwilioSignature('token', each, form);
        assert.isTrue(twilioSdk.validateRequest('token', signature, place, form));
        const request = formRequest(place, form, { 'x-twilio-signature': signature });
        assert.equal(twilioTelephony.dialect.authenticity(request, { auth_token: 'token' }), 'genuine', each);
      }
    });

  it('signs a repeated field once for each of its values, and any other body by its digest', () => {
    const sent = 'Digit=2&Digit=1&Digit=2&A=';
    const repeated = twilioSdk.getExpectedTwilioSignature('token', url, { Digit: ['2', '1', '2'], A: '' });
    const digits = { ...formRequest(url, {}, { 'x-twilio-signature': repeated }), body: Buffer.from(sent) };
    assert.equal(twilioTelephony.dialect.authenticity(digits, { auth_token: 'token' }), 'genuine');
    const body = Buffer.from('{"CallSid":"CA1"}');
    const place = `${url}&bodySHA256=${createHash('sha256').update(body).digest('hex')}`;
    const signature = twilioSdk.getExpectedTwilioSignature('token', place, {});
    assert.isTrue(twilioSdk.validateRequestWithBody('token', signature, place, body.toString()));
    const headers = { 'x-twilio-signature': signature, 'content-type': 'application/json' };
    const json = { ...formRequest(place, {}, headers), body };
    assert.equal(twilioTelephony.dialect.authenticity(json, { auth_token: 'token' }), 'genuine');
  });

  it('builds the very documents that the adapter answers with', () => {
    const socket = 'wss://voice.example.com/carrier/twilio/a?b=1&c=2';
    const connected = new twilioSdk.twiml.VoiceResponse();
    connected.connect().stream({ url: socket });
    assert.equal(twilioTelephony.dialect.connect(socket).body, connected.toString());
    for (const reason of ['busy', 'rejected'] as const) {
      const turnedAway = new twilioSdk.twiml.VoiceResponse();
      turnedAway.reject({ reason });
      assert.equal(twilioTelephony.dialect.reject(reason).body, turnedAway.toString());
    }
  });

  it('builds the documents of transfers', () => {
    const conference = new twilioSdk.twiml.VoiceResponse();
    const ends = { beep: 'false', startConferenceOnEnter: true, endConferenceOnExit: true, waitUrl: '' } as const;
    conference.dial().conference(ends, 'transfer-c-1');
    assert.equal(twilioTelephony.dialect.conference('transfer-c-1').body, conference.toString());
    const speech = new twilioSdk.twiml.VoiceResponse();
    speech.say({ language: 'de-DE' }, 'A <guest> & more');
    speech.redirect({ method: 'POST' }, url);
    const text = { text: 'A <guest> & more', language: 'de', nextUrl: url };
    assert.equal(twilioTelephony.dialect.speak(text).body, speech.toString());
    const prompt = new twilioSdk.twiml.VoiceResponse();
    const gather = prompt.gather({ input: ['dtmf'], numDigits: 1, timeout: 8, action: url, method: 'POST' });
    gather.say({ language: 'de-DE' }, 'A <guest> & more');
    prompt.redirect({ method: 'POST' }, url);
    assert.equal(twilioTelephony.dialect.promptForKey({ ...text, timeoutSeconds: 8 }).body, prompt.toString());
  });
});
