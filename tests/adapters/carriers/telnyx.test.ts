import { assert } from 'chai';
import { telnyxTelephony } from '../../../adapters/providers/telnyx/telephony.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { carrierContract, dialRequest } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { carrierStand, jsonOf, type Script } from './stand.ts';
import { telnyxService } from './telnyx-service.ts';

const SECRETS = { api_key: 'hush-hush-token-1', public_key: Buffer.alloc(32, 1).toString('base64') };
const fresh = (script: Script = telnyxService, more: Record<string, string> = {}) =>
  carrierStand(telnyxTelephony, { ...SECRETS, ...more }, script);

/** A carrier that knows the account already, as it does after the first call of an organisation. */
async function stand(script?: Script, more?: Record<string, string>) {
  const carrier = await fresh(script, more);
  await carrier.carrier.lookUp({ callId: 'c', sid: 'v3:none', to: '', from: '', since: new Date(0) });
  carrier.asks.length = 0;
  return carrier;
}

describe('carrier: telnyx', () => keeps(carrierContract, () => stand()));

describe('telnyx', () => {
  it('sends all parameters of a dial request, and asks for AMD only when it is wanted', async () => {
    const { carrier, numbers, asks } = await stand();
    await carrier.dial(dialRequest(numbers[0]!));
    assert.equal(asks[0]!.url.pathname, '/texml/Accounts/61bf923e-5e4d-4595-a110-56190ea18a1b/Calls');
    assert.deepEqual<object>(jsonOf(asks[0]!), {
      ApplicationSid: 'app-1',
      To: '+14155550123',
      From: '+14155551000',
      Url: 'https://voice.example.com/answer?agent_id=a&org_id=o&call_id=c',
      UrlMethod: 'POST',
      StatusCallback: 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c',
      StatusCallbackMethod: 'POST',
      StatusCallbackEvent: 'initiated ringing answered completed',
      Timeout: 30,
      TimeLimit: 900,
      PreferredCodecs: 'PCMU,PCMA',
      MachineDetection: 'Enable',
      DetectionMode: 'Premium',
      AsyncAmd: true,
      AsyncAmdStatusCallback: 'https://voice.example.com/machine?agent_id=a&org_id=o&call_id=c',
      AsyncAmdStatusCallbackMethod: 'POST',
    });
    await carrier.dial(dialRequest(numbers[0]!, { machineUrl: null, ringTimeoutSeconds: 300 }));
    const second = jsonOf(asks[1]!);
    assert.doesNotHaveAnyKeys(second, ['MachineDetection', 'DetectionMode', 'AsyncAmd', 'AsyncAmdStatusCallback']);
    assert.propertyVal(second, 'Timeout', 120 as never);
  });

  it('asks for the account of a key once, however often the carrier is opened with it', async () => {
    const { carrier, clock, numbers, asks, dialled } = await fresh();
    await carrier.dial(dialRequest(numbers[0]!));
    const apiUrl = `http://${asks[0]!.headers.host}`;
    await telnyxTelephony.open(SECRETS, { network: anywhere(), clock, apiUrl }).dial(dialRequest(numbers[0]!));
    assert.deepEqual(
      asks.map(({ method, url }) => `${method} ${url.pathname.split('/').at(-1)}`),
      ['GET whoami', 'POST Calls', 'POST Calls'],
    );
    assert.lengthOf(dialled(), 2);
  });

  it('does not dial when the look-up of the account id fails, and repeats the look-up for the next call', async () => {
    const { carrier, numbers, next, dialled } = await fresh();
    next({ status: 401, text: '{"errors":[{"code":"10009","detail":"Authentication failed"}]}' });
    const failure = await carrier.dial(dialRequest(numbers[0]!)).catch((error: unknown) => error);
    assert.instanceOf(failure, CarrierFailure);
    assert.deepInclude(failure, { status: 401, isDefinite: true });
    assert.isEmpty(dialled());
    await carrier.dial(dialRequest(numbers[0]!));
    assert.lengthOf(dialled(), 1);
  });

  it('finds the id of a call wherever the answer to a dial has it', async () => {
    for (const body of [
      { sid: 'v3:7' },
      { call_sid: 'v3:7' },
      { data: { call_sid: 'v3:7' } },
      { data: { sid: 'v3:7' } },
    ]) {
      const { carrier, numbers } = await stand((vendorRequest, state) =>
        vendorRequest.method === 'POST' ? { status: 200, body } : telnyxService(vendorRequest, state),
      );
      assert.deepEqual(await carrier.dial(dialRequest(numbers[0]!)), { sid: 'v3:7' });
    }
  });

  it('says of a number that did not leave its connection that it stays there', async () => {
    const { carrier, numbers, state, linkOf } = await stand((vendorRequest, kept) =>
      vendorRequest.method === 'PATCH'
        ? { status: 200, body: { data: { connection_id: '7' } } }
        : telnyxService(vendorRequest, kept),
    );
    state.links.set(numbers[0]!, '7');
    const failure = await carrier.unlink(numbers[0]!, '7').catch((error: unknown) => error);
    assert.instanceOf(failure, CarrierFailure);
    assert.match(failure.message, /stays with its connection; set it to none in the portal/);
    assert.equal(linkOf(numbers[0]!), '7');
  });

  it('makes applications that ask by POST, with the profile that outbound calls go over', async () => {
    const application = { name: 'voice-agent-a', answerUrl: 'https://a/', hangupUrl: 'https://h/' };
    const requested = {
      friendly_name: 'voice-agent-a',
      voice_url: 'https://a/',
      voice_method: 'post',
      status_callback: 'https://h/',
      status_callback_method: 'post',
    };
    const plain = await stand();
    await plain.carrier.addApplication(application);
    assert.deepEqual([...plain.state.applications.values()], [requested]);
    const outbound = { outbound_voice_profile_id: '1293384261075731499' };
    const profiled = await stand(telnyxService, outbound);
    await profiled.carrier.addApplication(application);
    assert.deepEqual([...profiled.state.applications.values()], [{ ...requested, outbound }]);
  });

  it('says of a number it cannot dial that it is invalid, and not of one it cannot dial from', async () => {
    const { carrier, numbers } = await stand();
    for (const [request, response] of [
      [dialRequest(numbers[0]!, { to: '+10000000' }), 'invalid_number'],
      [dialRequest('+10000000'), null],
    ] as const) {
      const failure = await carrier.dial(request).catch((error: unknown) => error);
      assert.instanceOf(failure, CarrierFailure);
      assert.deepInclude(failure, {
        status: 422,
        response,
        message: 'Telnyx refused the request with 422 (code 10016)',
      });
    }
  });

  it('reports a hang-up that was refused for another reason than that the call is over', async () => {
    const { carrier, numbers, next } = await stand();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    next({ status: 422, text: '{"errors":[{"code":"90000","detail":"No"}]}' });
    const failure = await carrier.hangUp(sid).catch((error: unknown) => error);
    assert.instanceOf(failure, CarrierFailure);
    assert.equal(failure.message, 'Telnyx refused the request with 422 (code 90000)');
  });

  it('turns the HD voice of a number off where it is on, as not everything it brings can be decoded', async () => {
    for (const [isOn, changes] of [
      [true, { connection_id: '7', hd_voice_enabled: false }],
      [false, { connection_id: '7' }],
      [undefined, { connection_id: '7' }],
    ] as const) {
      const number = { id: '1', phone_number: '+14155551000', hd_voice_enabled: isOn };
      const { carrier, asks } = await fresh(() => ({ status: 200, body: { data: [number] } }));
      await carrier.link('+14155551000', '7');
      assert.deepEqual<object>(jsonOf(asks.at(-1)!), changes);
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

  it('refuses to be opened with a public key that is none', () => {
    const surroundings = { network: null as never, clock: null as never };
    assert.throws(
      () => telnyxTelephony.open({ ...SECRETS, public_key: 'MCowBQ==' }, surroundings),
      /public_key must be/,
    );
    assert.throws(() => telnyxTelephony.open({ public_key: 'x' }, surroundings), 'telnyx: no api_key is stored');
    assert.throws(() => telnyxTelephony.open({ api_key: 'x' }, surroundings), 'telnyx: no public_key is stored');
  });

  const reference = {
    ...{ callId: 'c', sid: null, to: '+14155550123', from: '+14155551000' },
    since: new Date('2026-03-02T08:59:30.000Z'),
  };
  const record = {
    ...{ sid: 'v3:1', status: 'completed', direction: 'outbound', to: '+14155550123', from: '+14155551000' },
    ...{ date_created: 'Mon, 02 Mar 2026 08:59:31 +0000', answered_by: 'not_sure' },
  };
  const answered = { sid: 'v3:1', status: 'completed', response: 'answered', isAnswered: true, cause: null };

  it('finds a call whose dial was never answered among those of the account', async () => {
    const { carrier, asks } = await stand(({ url }) =>
      url.pathname === '/whoami'
        ? { status: 200, body: { data: { organization_id: 'org/1' } } }
        : { status: 200, body: { calls: [record] } },
    );
    assert.deepEqual(await carrier.lookUp(reference), answered as never);
    assert.equal(asks[0]!.url.pathname, '/texml/Accounts/org%2F1/Calls');
  });

  it('answers unknown for a call without a record, because the record may be late', async () => {
    const { carrier, clock } = await stand();
    clock.advance(3_600_000);
    assert.equal(await carrier.lookUp(reference), 'unknown');
    assert.equal(await carrier.lookUp({ ...reference, sid: 'v3:gone' }), 'unknown');
  });
});
