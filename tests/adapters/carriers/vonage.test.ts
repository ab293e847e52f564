import { assert } from 'chai';
import { generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { vonageTelephony } from '../../../adapters/providers/vonage/telephony.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { carrierContract, dialRequest } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { carrierStand, formOf, jsonOf, type Script } from './stand.ts';
import { PRIVATE_KEY, PUBLIC_KEY, rsaKey, vonageService } from './vonage-service.ts';

const SECRETS = {
  api_key: 'abcd1234',
  api_secret: 'hush-hush-token-1',
  private_key: PRIVATE_KEY,
  signature_secret: 's',
};
const stand = (script: Script = vonageService) => carrierStand(vonageTelephony, SECRETS, script);

describe('carrier: vonage', () => keeps(carrierContract, () => stand()));

describe('vonage', () => {
  it('sends all parameters of a dial request, and asks for AMD only when it is wanted', async () => {
    const { carrier, numbers, asks } = await stand();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    assert.match(sid, /^63f61863-\d+@app-1$/);
    assert.deepEqual<object>(jsonOf(asks[0]!), {
      to: [{ type: 'phone', number: '14155550123' }],
      from: { type: 'phone', number: '14155551000' },
      answer_url: ['https://voice.example.com/answer?agent_id=a&org_id=o&call_id=c'],
      answer_method: 'POST',
      event_url: ['https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c'],
      event_method: 'POST',
      ringing_timer: 30,
      length_timer: 900,
      advanced_machine_detection: { behavior: 'continue', mode: 'default' },
    });
    await carrier.dial(dialRequest(numbers[0]!, { machineUrl: null, ringTimeoutSeconds: 300, callSecondsMax: 14_400 }));
    const second = jsonOf(asks[1]!);
    assert.notProperty(second, 'advanced_machine_detection');
    assert.propertyVal(second, 'ringing_timer', 120 as never);
    assert.propertyVal(second, 'length_timer', 7_200 as never);
  });

  it('makes applications with the public half of the key, which ask and tell by POST and are signed', async () => {
    const { carrier, state } = await stand();
    await carrier.addApplication({ name: 'voice-agent-a', answerUrl: 'https://a/', hangupUrl: 'https://h/' });
    assert.deepEqual(
      [...state.applications.values()],
      [
        {
          name: 'voice-agent-a',
          keys: { public_key: PUBLIC_KEY },
          capabilities: {
            voice: {
              webhooks: {
                answer_url: { address: 'https://a/', http_method: 'POST' },
                event_url: { address: 'https://h/', http_method: 'POST' },
              },
              signed_callbacks: true,
            },
          },
        },
      ],
    );
  });

  it('asks in the name of the application that the call is of, each time with a new token of a few minutes', async () => {
    const { carrier, numbers, asks, clock } = await stand();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!, { applicationId: 'app-7' }));
    await carrier.hangUp(sid);
    const [one, other] = asks.map(({ headers }) =>
      jwt.verify((headers.authorization ?? '').slice('Bearer '.length), PUBLIC_KEY, {
        algorithms: ['RS256'],
        clockTimestamp: clock.now().getTime() / 1_000,
      }),
    ) as jwt.JwtPayload[];
    assert.equal(one!['application_id'], 'app-7');
    assert.equal(other!['application_id'], 'app-7');
    assert.notEqual(one!.jti, other!.jti);
    assert.equal(one!.iat, Math.floor(clock.now().getTime() / 1_000));
    assert.equal(one!.exp! - one!.iat!, 300);
  });

  it('sends no request for a call whose sid has no application id', async () => {
    const { carrier, requests } = await stand();
    await carrier.hangUp('63f61863-1');
    assert.equal(
      await carrier.lookUp({ callId: 'c', sid: '63f61863-1', to: '+1', from: '+1', since: new Date(0) }),
      'unknown',
    );
    assert.equal(requests(), 0);
  });

  it('answers unknown for a call without a record and for one without a sid', async () => {
    const { carrier } = await stand();
    const reference = { callId: 'c', to: '+14155550123', from: '+14155551000', since: new Date(0) };
    assert.equal(await carrier.lookUp({ ...reference, sid: 'gone@app-1' }), 'unknown');
    assert.equal(await carrier.lookUp({ ...reference, sid: null }), 'unknown');
  });

  it('knows of a call that is over how long it was talked', async () => {
    const { carrier } = await stand(() => ({ status: 200, body: { uuid: 'u', status: 'completed', duration: '7' } }));
    const found = await carrier.lookUp({ callId: 'c', sid: 'u@a', to: '+1', from: '+1', since: new Date(0) });
    assert.deepEqual<unknown>(found, {
      ...{ sid: 'u@a', status: 'completed', response: 'answered', isAnswered: true, cause: null },
    });
  });

  it('says of a number it cannot dial that it is invalid, and not of one it cannot dial from', async () => {
    const { carrier, numbers } = await stand();
    for (const [request, response] of [
      [dialRequest(numbers[0]!, { to: '+10000000' }), 'invalid_number'],
      [dialRequest('+10000000'), null],
    ] as const) {
      const failure = await carrier.dial(request).catch((error: unknown) => error);
      assert.instanceOf(failure, CarrierFailure);
      assert.deepInclude(failure, { status: 400, response, message: 'Vonage refused the request with 400' });
    }
  });

  it('unlinks a number by an update without an application id', async () => {
    const { carrier, numbers, state, asks, linkOf } = await stand();
    state.links.set(numbers[0]!, '7');
    await carrier.unlink(numbers[0]!, '7');
    assert.deepEqual(formOf(asks.at(-1)!), { country: 'US', msisdn: numbers[0]!.slice(1) });
    assert.isNull(linkOf(numbers[0]!));
  });

  it('takes a refusal that comes with a status of success for a refusal', async () => {
    const number = { country: 'US', msisdn: '14155551000' };
    for (const [body, status, message] of [
      [
        { 'error-code': '401', 'error-code-label': 'authentication failed' },
        401,
        'Vonage did not change the number (code 401)',
      ],
      [{}, 502, 'Vonage did not change the number'],
    ] as const) {
      const { carrier } = await stand(({ method }) => ({
        status: 200,
        body: method === 'GET' ? { count: 1, numbers: [number] } : body,
      }));
      const failure = await carrier.link('+14155551000', '1').catch((error: unknown) => error);
      assert.instanceOf(failure, CarrierFailure);
      assert.deepInclude(failure, { status, message });
    }
  });

  it('takes no number for another one that it is a part of', async () => {
    const { carrier, state } = await stand();
    state.links.set('+141555510001', '');
    await carrier.link('+141555510001', '1');
    assert.equal(state.links.get('+14155551000'), '');
    await carrier.link('+14155551000', '2');
    assert.equal(state.links.get('+141555510001'), '1');
  });

  it('takes a key whose line ends were copied as two characters', async () => {
    const copied = PRIVATE_KEY.replaceAll('\n', '\\n');
    const { carrier, numbers, dialled } = await carrierStand(
      vonageTelephony,
      { ...SECRETS, private_key: copied },
      vonageService,
    );
    await carrier.dial(dialRequest(numbers[0]!));
    assert.lengthOf(dialled(), 1);
  });

  it('rejects a private_key that is not an RSA key of 2048 bits or more', () => {
    const surroundings = { network: null as never, clock: null as never };
    const curve = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const text of ['no key', PUBLIC_KEY, curve, rsaKey(1_024)])
      assert.throws(
        () => vonageTelephony.open({ ...SECRETS, private_key: text }, surroundings),
        'vonage: private_key must be an RSA key of 2048 bits or more in PEM, without a passphrase',
      );
  });
});
