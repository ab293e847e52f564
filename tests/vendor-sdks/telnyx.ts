import { assert } from 'chai';
import { generateKeyPairSync, sign } from 'node:crypto';
import Telnyx from 'telnyx';
import twilioSdk from 'twilio';
import { telnyxTelephony } from '../../adapters/providers/telnyx/telephony.ts';
import { formRequest, RECEIVED_AT } from '../adapters/carriers/requests.ts';
import { carrierStand, requestOf } from '../adapters/carriers/stand.ts';
import { telnyxService } from '../adapters/carriers/telnyx-service.ts';
import { dialRequest, SECRET } from '../contracts/carrier.contract.ts';

interface WhoAmI {
  readonly data: { readonly organization_id: string };
}

async function both(apiKey = SECRET) {
  const stand = await carrierStand(
    telnyxTelephony,
    { api_key: SECRET, public_key: Buffer.alloc(32, 1).toString('base64') },
    telnyxService,
  );
  const sdk = new Telnyx({ apiKey, baseURL: stand.url, maxRetries: 0 });
  return { ...stand, sdk };
}

describe('telnyx SDK against the scripted REST service of Telnyx', () => {
  it('makes, changes and removes an application', async () => {
    const { sdk, carrier, applications, asks } = await both();
    const facts = {
      friendly_name: 'one',
      voice_url: 'https://a/?b=1',
      voice_method: 'post',
      status_callback: 'https://h/',
      status_callback_method: 'post',
    } as const;
    const made = await sdk.texmlApplications.create(facts);
    const id = made.data?.id ?? '';
    assert.deepEqual(applications(), [id]);
    await carrier.addApplication({ name: 'one', answerUrl: 'https://a/?b=1', hangupUrl: 'https://h/' });
    assert.deepEqual(requestOf(asks[1]!), requestOf(asks[0]!));
    const changed = await sdk.texmlApplications.update(id, { ...facts, friendly_name: 'other' });
    assert.equal(changed.data?.friendly_name, 'other');
    await carrier.changeApplication(id, { name: 'other', answerUrl: 'https://a/?b=1', hangupUrl: 'https://h/' });
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(asks.at(-2)!));
    assert.equal((await sdk.texmlApplications.retrieve(id)).data?.voice_url, 'https://a/?b=1');
    assert.equal((await sdk.texmlApplications.delete(id)).data?.id, id);
    assert.notInclude(applications(), id);
  });

  it('lists all numbers page by page, finds one, links and unlinks it', async () => {
    const { sdk, carrier, numbers, linkOf, asks } = await both();
    const all: (string | undefined)[] = [];
    for await (const { phone_number } of sdk.phoneNumbers.list()) all.push(phone_number);
    assert.sameMembers(all, [...numbers]);
    const { data } = await sdk.phoneNumbers.list({
      filter: { phone_number: numbers[0]!.slice(1), status: 'active' },
    });
    const [found] = data;
    assert.equal(found?.phone_number, numbers[0]);
    const { searchParams } = asks.at(-1)!.url;
    assert.isTrue(await carrier.hasNumber(numbers[0]!));
    for (const [name, value] of searchParams) assert.equal(asks.at(-1)!.url.searchParams.get(name), value, name);
    assert.isFalse(await carrier.hasNumber('+14155550999'));
    const linked = await sdk.phoneNumbers.update(found?.id ?? '', { connection_id: '7' });
    assert.deepEqual([linked.data?.connection_id, linkOf(numbers[0]!)], ['7', '7']);
    const ask = asks.at(-1)!;
    await carrier.link(numbers[0]!, '7');
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ask));
    await carrier.unlink(numbers[0]!, '7');
    assert.isNull(linkOf(numbers[0]!));
  });

  it('dials as the adapter does, looks the call up and hangs up', async () => {
    const { sdk, carrier, numbers, dialled, hungUp, asks } = await both();
    const request = dialRequest(numbers[0]!);
    const account = (await sdk.get<WhoAmI>('/whoami')).data.organization_id;
    const call = await sdk.texml.accounts.calls.calls(account, {
      body: {
        ApplicationSid: request.applicationId,
        To: request.to,
        From: request.from,
        Url: request.answerUrl,
        UrlMethod: 'POST',
        StatusCallback: request.hangupUrl,
        StatusCallbackMethod: 'POST',
        StatusCallbackEvent: 'initiated ringing answered completed',
        Timeout: request.ringTimeoutSeconds,
        TimeLimit: request.callSecondsMax,
        PreferredCodecs: 'PCMU,PCMA',
        MachineDetection: 'Enable',
        DetectionMode: 'Premium',
        AsyncAmd: true,
        AsyncAmdStatusCallback: request.machineUrl!,
        AsyncAmdStatusCallbackMethod: 'POST',
      },
    });
    assert.deepInclude(call, { from: request.from, to: request.to, status: 'queued' });
    const ask = asks.at(-1)!;
    const { sid } = await carrier.dial(request);
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(ask));
    assert.lengthOf(dialled(), 2);
    const found = await sdk.texml.accounts.calls.retrieve(sid, { account_sid: account });
    assert.deepInclude(found, { sid, status: 'ringing', direction: 'outbound' });
    const listed = await sdk.texml.accounts.calls.retrieveCalls(account, { To: request.to, From: request.from });
    assert.include(listed.calls?.map((each) => each.sid) ?? [], sid);
    const ended = await sdk.calls.actions.hangup(sid, {});
    assert.deepEqual([ended.data?.result, hungUp()], ['ok', [sid]]);
    const hangUp = asks.at(-1)!;
    await carrier.hangUp(sid);
    assert.deepEqual(requestOf(asks.at(-1)!), requestOf(hangUp));
  });

  it('reads the status and the words of a refusal', async () => {
    const { sdk, numbers } = await both();
    const { sdk: stranger } = await both('wrong');
    const account = (await sdk.get<WhoAmI>('/whoami')).data.organization_id;
    const to = (To: string) => ({ body: { ApplicationSid: '7', To, From: numbers[0]!, Url: 'https://a/' } });
    for (const [work, kind, words] of [
      [() => sdk.texml.accounts.calls.calls(account, to('+10000000')), Telnyx.UnprocessableEntityError, /E164/],
      [() => sdk.texml.accounts.calls.calls('another', to('+14155550123')), Telnyx.NotFoundError, /not be found/],
      [() => sdk.texmlApplications.delete('999'), Telnyx.NotFoundError, /not be found/],
      [() => sdk.calls.actions.hangup('v3:0', {}), Telnyx.UnprocessableEntityError, /not valid/],
      [() => stranger.texmlApplications.retrieve('1'), Telnyx.AuthenticationError, /authentication token/],
    ] as const) {
      const failure: unknown = await work().then(
        () => null,
        (error: unknown) => error,
      );
      assert.instanceOf(failure, Telnyx.APIError);
      assert.instanceOf<Error>(failure, kind);
      assert.match(failure.message, words);
    }
  });
});

describe('telnyx SDK and the webhooks of Telnyx', () => {
  it('takes the signatures for genuine that the adapter does, and no other', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const shown = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64');
    const { webhooks } = new Telnyx({ apiKey: 'KEY', publicKey: shown });
    const body = JSON.stringify({ data: { event_type: 'call.initiated' } });
    // The SDK checks against the time of the machine.
    const receivedAt = new Date();
    const timestamp = String(Math.floor(receivedAt.getTime() / 1_000));
    const headers = (text: string) => ({
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': sign(null, Buffer.from(`${timestamp}|${text}`), privateKey).toString('base64'),
    });
    const authenticity = (given: Record<string, string>, auth: string) =>
      telnyxTelephony.dialect.authenticity(
        { ...formRequest('https://voice.example.com/hangup'), headers: given, body: Buffer.from(body), receivedAt },
        { public_key: auth },
      );
    const unwrapped = (given: Record<string, string>) =>
      webhooks.unwrap(body, { headers: given }).then(
        () => 'genuine',
        () => 'forged',
      );
    for (const [given, expected] of [
      [headers(body), 'genuine'],
      [headers(`${body} `), 'forged'],
      [{ ...headers(body), 'telnyx-timestamp': String(Math.floor(RECEIVED_AT.getTime() / 1_000)) }, 'forged'],
    ] as const) {
      assert.equal(await unwrapped(given), expected);
      assert.equal(authenticity(given, shown), expected);
    }
  });

  it('has no builder of documents: that of Twilio, after whose TeXML is made, builds what the adapter answers with', () => {
    const url = 'wss://voice.example.com/carrier/telnyx/a?b=1&c=2';
    const response = new twilioSdk.twiml.VoiceResponse();
    const codec = {
      codec: 'PCMU',
      bidirectionalMode: 'rtp',
      bidirectionalCodec: 'PCMU',
      bidirectionalSamplingRate: '8000',
    };
    response.connect().stream({ url, track: 'inbound_track', ...codec });
    assert.equal(telnyxTelephony.dialect.connect(url).body, response.toString());
  });

  it('has no builder of the documents of transfers either: that of Twilio builds them', () => {
    const conference = new twilioSdk.twiml.VoiceResponse();
    const ends = { beep: 'false', startConferenceOnEnter: true, endConferenceOnExit: true } as const;
    conference.dial().conference(ends, 'transfer-c-1');
    assert.equal(telnyxTelephony.dialect.conference('transfer-c-1').body, conference.toString());
    const url = 'https://voice.example.com/transfer?call_id=c&step=briefed';
    const speech = new twilioSdk.twiml.VoiceResponse();
    speech.say({ voice: 'alice', language: 'de-DE' }, 'A <guest> & more');
    speech.redirect({ method: 'POST' }, url);
    const text = { text: 'A <guest> & more', language: 'de', nextUrl: url };
    assert.equal(telnyxTelephony.dialect.speak(text).body, speech.toString());
    const prompt = new twilioSdk.twiml.VoiceResponse();
    const gather = prompt.gather({ input: ['dtmf'], numDigits: 1, timeout: 8, action: url, method: 'POST' });
    gather.say({ voice: 'alice', language: 'de-DE' }, 'A <guest> & more');
    prompt.redirect({ method: 'POST' }, url);
    assert.equal(telnyxTelephony.dialect.promptForKey({ ...text, timeoutSeconds: 8 }).body, prompt.toString());
  });
});
