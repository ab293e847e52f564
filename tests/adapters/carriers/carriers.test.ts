import { generateKeyPairSync } from 'node:crypto';
import { assert } from 'chai';
import { registeredCarriers } from '../../../adapters/providers/registered-carriers.ts';
import { fromNational, sortedNumbers, withoutPlus, withPlus } from '../../../adapters/providers/_carrier/values.ts';
import { refusalMessage } from '../../../adapters/providers/_carrier/refusal.ts';
import { parametersOf } from '../../../adapters/providers/_carrier/webhook.ts';
import { telephonyProvider } from '../../../adapters/providers/define.ts';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { network } from '../../../adapters/lib/network.ts';
import { PACED_CARRIERS } from '../../../bootstrap/env-readers.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { DomainError } from '../../../domain/errors.ts';
import { secretsOf } from '../../../domain/providers/declaration.ts';
import { dialRequest } from '../../contracts/carrier.contract.ts';

const surroundings = { network: network({ allowPrivate: false }), clock: systemClock() };

describe('the carriers', () => {
  const carriers = registeredCarriers(registered.telephony, surroundings);
  const refusal = (work: () => unknown): DomainError => {
    try {
      work();
    } catch (error) {
      assert.instanceOf(error, DomainError);
      return error;
    }
    assert.fail('nothing was refused');
  };

  it('are opened by id, with the first of several values', () => {
    const carrier = carriers.open('plivo', { auth_id: ['MA1', 'MA2'], auth_token: ['a', 'b'] });
    assert.equal(carrier.provider, 'plivo');
    assert.isTrue(carrier.abilities.detectsMachines);
    assert.equal(carriers.dialect('plivo')?.provider, 'plivo');
  });

  it('refuse an unknown provider and secrets that do not suffice', () => {
    assert.deepInclude(
      refusal(() => carriers.open('acme', {})),
      { problem: 'invalid' },
    );
    assert.isNull(carriers.dialect('acme'));
    const { problem, message } = refusal(() => carriers.open('plivo', { auth_id: 'MA1', auth_token: '' }));
    assert.equal(problem, 'invalid');
    assert.match(message, /auth_token/);
  });

  it('declare nothing but secrets, and read every setting as unknown', () => {
    for (const { declaration, parseSettings } of registered.telephony) {
      assert.sameMembers(secretsOf(declaration), Object.keys(declaration.fields));
      assert.deepEqual(parseSettings({}), {});
      assert.throws(() => parseSettings({ [secretsOf(declaration)[0]!]: 'x' }), /is not a setting of/);
    }
  });

  it('pace their accounts as their documentation says, or as the operator does', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    const publicKey = Buffer.alloc(32, 1).toString('base64');
    const secrets = { private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }), public_key: publicKey };
    const paces = (dialsPerSecond = {}) =>
      registered.telephony.map(({ declaration }) => {
        const others = Object.fromEntries(declaration.required.map((name) => [name, '1']));
        const opener = registeredCarriers(registered.telephony, { ...surroundings, dialsPerSecond });
        const { rate } = opener.open(declaration.provider, { ...others, ...secrets }).pacing!;
        return [declaration.provider, (1_000 * rate.dials) / rate.perMs] as const;
      });
    const usual = { plivo: 2, vobiz: 1, twilio: 1, telnyx: 20, vonage: 3, exotel: 200 / 60 };
    assert.deepEqual(Object.fromEntries(paces()), usual);
    assert.deepEqual(Object.fromEntries(paces({ twilio: 10 })), { ...usual, twilio: 10 });
    assert.sameMembers<string>([...PACED_CARRIERS], Object.keys(usual));
  });

  it('identify an account for pacing by a hash of its id, whatever its other credentials', () => {
    const account = (provider: string, auth_id: string, auth_token = 'a') =>
      carriers.open(provider, { auth_id, auth_token }).pacing?.account;
    assert.equal(account('plivo', 'MA1'), account('plivo', 'MA1', 'another token'));
    assert.lengthOf(new Set([account('plivo', 'MA1'), account('plivo', 'MA2'), account('vobiz', 'MA1')]), 3);
    assert.notInclude(account('plivo', 'MA1'), 'MA1');
  });

  it('go to no private address, and say whose fault that is', async () => {
    const carrier = plivoTelephony.open(
      { auth_id: 'MA1', auth_token: 'a' },
      { ...surroundings, apiUrl: 'http://127.0.0.1:1' },
    );
    const failure = await carrier.dial(dialRequest('+14155551000')).catch((error: unknown) => error);
    assert.instanceOf(failure, DomainError);
    assert.equal(failure.problem, 'invalid');
  });

  it('are reached at their usual place unless another is named', () => {
    let place = '';
    const { open } = telephonyProvider({
      ...plivoTelephony.declaration,
      required: [],
      fields: {},
      apiUrl: 'https://usual.example.com',
      abilities: { idempotencyMs: 0, lookUp: 'none', detectsMachines: false, transfers: 'none' },
      dialect: plivoTelephony.dialect,
      open(_secrets, { apiUrl }) {
        place = apiUrl;
        return null as never;
      },
    });
    open({}, surroundings);
    assert.equal(place, 'https://usual.example.com');
    open({}, { ...surroundings, apiUrl: 'https://other.example.com' });
    assert.equal(place, 'https://other.example.com');
  });
});

describe('numbers of carriers', () => {
  it('become E.164 with a plus, however they were written', () => {
    for (const text of ['14155551000', '+14155551000', 'tel:+1 (415) 555-1000', '1.415.555.1000'])
      assert.equal(withPlus(text), '+14155551000');
    for (const text of ['sip:ann@example.com', 'anonymous', '', '0123456']) assert.equal(withPlus(text), text);
    assert.equal(withoutPlus('+14155551000'), '14155551000');
  });

  it('become E.164 when they are written as they are dialled inside their country', () => {
    for (const [text, other, number] of [
      ['09876543210', '', '+919876543210'],
      ['080 4749-1899', '', '+918047491899'],
      ['09876543210', 'anonymous', '+919876543210'],
      ['09876543210', '08047491899', '+919876543210'],
      ['09876543210', '+918047491899', '+919876543210'],
      ['08111234567', '+622150960000', '+628111234567'],
      ['02079460000', '442079460001', '+442079460000'],
      ['0612345678', '+390612345679', '+390612345678'],
      ['919876543210', '+14155551000', '+919876543210'],
    ] as const)
      assert.equal(fromNational(text, other), number, text);
  });

  it('stay national where their country has no such number', () => {
    for (const [text, other] of [
      ['09876543210', '+6531234567'],
      ['0123456', ''],
      ['00919876543210', ''],
      ['0', ''],
      ['sip:0987654@example.com', ''],
    ] as const)
      assert.equal(fromNational(text, other), text);
  });

  it('are listed once, sorted', () => {
    assert.deepEqual(sortedNumbers(['449', '+14155551000', '14155551000', '+12025550100']), [
      '+12025550100',
      '+14155551000',
      '449',
    ]);
  });
});

describe('the words of a refusal', () => {
  it('are found wherever carriers write them', () => {
    for (const body of [
      { message: 'Too bad' },
      { error: 'Too bad', api_id: 'x' },
      { error: { message: 'Too bad' } },
      { errors: [{ detail: 'Too bad', title: 'Bad' }] },
      { errors: [{ title: 'Too bad' }] },
      { RestException: { Message: 'Too bad' } },
      { title: 'Bad', detail: 'Too bad' },
      { title: 'Too bad' },
    ])
      assert.equal(refusalMessage(body, []), 'Too bad', JSON.stringify(body));
    for (const body of [null, {}, { message: ' ' }, { error: 7 }, { errors: [] }])
      assert.isNull(refusalMessage(body, []));
  });

  it('are one line of bearable length without secrets', () => {
    assert.equal(
      refusalMessage({ message: 'the key\n  s3cr3t is bad, s3cr3t' }, ['s3cr3t', 'a']),
      'the key **** is bad, ****',
    );
    assert.lengthOf(refusalMessage({ message: 'x'.repeat(5_000) }, [])!, 300);
  });
});

describe('the parameters of a webhook', () => {
  const request = (type: string, body: string) => ({
    method: 'POST',
    url: 'https://voice.example.com/hangup?a=query&b=query',
    headers: { 'content-type': type },
    body: Buffer.from(body),
    receivedAt: new Date(0),
  });

  it('are those of its query, and over them those of its form or JSON', () => {
    assert.deepEqual(Object.fromEntries(parametersOf(request('application/x-www-form-urlencoded', 'a=1+2'))), {
      a: '1 2',
      b: 'query',
    });
    const json = parametersOf(request('application/json', '{"a":7,"c":true,"d":{"e":1},"__proto__":"x"}'));
    assert.deepEqual([...json.keys()].toSorted(), ['__proto__', 'a', 'b', 'c']);
    assert.equal(json.get('a'), '7');
  });

  it('survive a body and a URL that make no sense', () => {
    assert.equal(parametersOf(request('application/json', '{')).size, 2);
    assert.equal(parametersOf({ ...request('text/plain', 'a=1'), url: 'nonsense' }).size, 0);
  });
});
