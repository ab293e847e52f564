import { assert } from 'chai';
import { exotelTelephony } from '../../adapters/providers/exotel/telephony.ts';
import { telnyxTelephony } from '../../adapters/providers/telnyx/telephony.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

const NUMBER = '+15550100001';
const CONFIG = { ...testConfig(), custom_variables: { desk: '+14155550107' } };
const TARGET = { name: 'desk', description: 'For bookings.', to: '+14155550107' };

describe('transfers of an agent over HTTP', () => {
  let world: World;
  let ada: Signer;
  let signers = 0;

  const ask = (method: string, path: string, body: unknown, token = ada.token) =>
    world.ask(method, `/api/v1${path}`, { token, body });
  const agent = (transfer: object | undefined, changes: object = {}, token = ada.token) => {
    const place = { agent_category: 'telephony', telephony_provider: 'plivo', ...changes };
    return ask('POST', '/agents', { name: 'Desk', config: { ...CONFIG, transfer }, ...place }, token);
  };
  const withTarget = (target: object) => ({ targets: [{ ...TARGET, ...target }] });
  const connect = (provider: string, token = ada.token) =>
    ask('POST', '/auth', { provider, auth: { auth_id: 'id', auth_token: 'secret token' } }, token);

  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp(`ada${(signers += 1)}`);
    await connect('plivo');
  });

  const faultOf = async (reply: ReturnType<typeof agent>): Promise<string> => {
    const { status, text } = await reply;
    assert.equal(status, 422, text);
    return text;
  };

  it('are stored with their defaults, replaced and removed', async () => {
    const made = await agent(withTarget({}));
    assert.equal(made.status, 201, made.text);
    const { agent_id, config } = made.body as { agent_id: string; config: { transfer: unknown } };
    assert.deepEqual(config.transfer, withTarget({ mode: 'cold', ring_seconds: 25 }));
    for (const transfer of [
      withTarget({ to: 'sip:desk@pbx.example.com' }),
      withTarget({ to: '{{desk}}' }),
      undefined,
    ]) {
      const changed = await ask('PATCH', `/agents/${agent_id}`, { config: { ...CONFIG, transfer } });
      assert.equal(changed.status, 200, changed.text);
      const stored = (changed.body as { config: { transfer?: { targets: { to: string }[] } } }).config.transfer;
      assert.equal(stored?.targets[0]!.to, transfer?.targets[0]!.to);
    }
  });

  it('show a number of the organisation at the carrier of the agent, and no other', async () => {
    const bob = await world.signUp(`bob${signers}`);
    await connect('plivo', bob.token);
    const attached = await ask('POST', '/phone-numbers/attach', { phone_number: NUMBER, provider: 'plivo' });
    assert.equal(attached.status, 201, attached.text);
    const own = await agent(withTarget({ caller_id: NUMBER }));
    assert.equal(own.status, 201, own.text);
    const fault = /transfer\.targets\[0\]\.caller_id must be one of the organisation's numbers at plivo/;
    assert.match(await faultOf(agent(withTarget({ caller_id: '+15550100002' }))), fault);
    assert.match(await faultOf(agent(withTarget({ caller_id: NUMBER }), {}, bob.token)), fault);
  });

  it('are checked when an agent changes, which otherwise stays as it was', async () => {
    const { body } = await agent(withTarget({}));
    const path = `/agents/${(body as { agent_id: string }).agent_id}`;
    const changed = ask('PATCH', path, { config: { ...testConfig(), transfer: withTarget({ caller_id: NUMBER }) } });
    assert.match(await faultOf(changed), /caller_id must be one of the organisation's numbers/);
    const { text } = await world.ask('GET', `/api/v1${path}`, { token: ada.token });
    assert.notInclude(text, 'caller_id');
  });

  for (const [what, target, fault] of [
    [
      'a number that does not exist',
      { to: '+1415555' },
      /transfer\.targets\[0\]\.to must be a possible telephone number/,
    ],
    ['a word', { to: 'desk' }, /transfer\.targets\[0\]\.to must be a number in E\.164/],
    ['a SIP URI with parameters', { to: 'sip:a@b.example;x=1' }, /transfer\.targets\[0\]\.to must be/],
    [
      'a variable that the agent does not have',
      { to: '{{dest}}' },
      /transfer\.targets\[0\]\.to has an unknown placeholder \{\{dest\}\}: did you mean \{\{desk\}\}\?/,
    ],
    [
      'a brief with an open placeholder',
      { mode: 'warm', brief: '{{summary' },
      /transfer\.targets\[0\]\.brief has a placeholder with missing braces/,
    ],
    [
      'a misspelt field',
      { ring_second: 5 },
      /transfer\.targets\[0\]\.ring_second is unknown: did you mean ring_seconds/,
    ],
  ] as const)
    it(`are refused with ${what}`, async () => {
      assert.match(await faultOf(agent(withTarget(target))), fault);
    });

  it('are refused for browser calls', async () => {
    const browser = { agent_category: 'websocket', telephony_provider: undefined };
    assert.match(await faultOf(agent(withTarget({}), browser)), /transfer requires agent_category telephony/);
  });

  it('are refused at Exotel, and with SIP URIs at Telnyx', async () => {
    const carrier = world.ports.carriers.carrier('plivo');
    Object.assign(carrier, { abilities: exotelTelephony.abilities });
    assert.match(await faultOf(agent(withTarget({}))), /transfer is not supported at plivo: remove it/);
    Object.assign(carrier, { abilities: telnyxTelephony.abilities });
    const fault = /transfer\.targets\[0\]\.to must be a number: plivo dials no SIP URIs here/;
    assert.match(await faultOf(agent(withTarget({ to: 'sip:desk@pbx.example.com' }))), fault);
    const made = await agent(withTarget({}));
    assert.equal(made.status, 201, made.text);
  });

  it('name every target at fault at once', async () => {
    const targets = [TARGET, { ...TARGET, name: 'bar', to: '+1415555' }, { ...TARGET, name: 'spa', caller_id: NUMBER }];
    const text = await faultOf(agent({ targets }));
    assert.match(text, /targets\[1\]\.to/);
    assert.match(text, /targets\[2\]\.caller_id/);
    assert.notMatch(text, /targets\[0\]/);
  });
});
