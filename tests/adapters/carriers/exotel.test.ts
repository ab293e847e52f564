import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { exotelTelephony } from '../../../adapters/providers/exotel/telephony.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { DomainError } from '../../../domain/errors.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { carrierContract, dialRequest } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { exotelService } from './exotel-service.ts';
import { carrierStand, formOf, type Script } from './stand.ts';

const SECRETS = { account_sid: 'acme1', api_key: 'key1', api_token: 'hush-hush-token-1', app_id: '926' };
const stand = (script: Script = exotelService) => carrierStand(exotelTelephony, SECRETS, script);

const BY_SOCKET = 'no REST service ends calls: they end with their socket';
const BY_HAND = 'flows are made in the dashboard: an application is the flow that app_id names';

describe('carrier: exotel', () =>
  keeps(carrierContract, () => stand(), {
    'keeps an application until it is removed, under an id of its own': BY_HAND,
    'refuses to change an application that is not there': BY_HAND,
    'takes unlinking as done when there is nothing to undo, and leaves the links of others': BY_HAND,
    'ends a call, and takes an unknown one as ended': BY_SOCKET,
    'ends a call though the answer is lost, as on a kept connection that the carrier closes': BY_SOCKET,
  }));

describe('exotel', () => {
  it('uses the configured flow as its application and sends no request for applications or hang-ups', async () => {
    const { carrier, requests } = await stand();
    const application = { name: 'voice-agent-a', answerUrl: 'https://a/', hangupUrl: 'https://h/' };
    assert.equal(await carrier.addApplication(application), '926');
    await carrier.changeApplication('926', application);
    await carrier.removeApplication('926');
    await carrier.hangUp('80bf');
    assert.equal(requests(), 0);
  });

  it('dials with the media socket’s URL as its only credential, and with status callbacks', async () => {
    const { carrier, numbers, asks } = await stand();
    await carrier.dial(dialRequest(numbers[0]!, { applicationId: '927' }));
    assert.deepEqual(formOf(asks[0]!), {
      From: '+14155550123',
      CallerId: '+14155551000',
      StreamUrl: 'wss://voice.example.com/carrier/exotel/o/a/c',
      StreamType: 'bidirectional',
      TimeOut: '30',
      TimeLimit: '900',
      CustomField: '5f0c7a52-6d7e-4c0e-9b8e-0a3d3d1a0001',
      StatusCallback: 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c',
      'StatusCallbackEvents[0]': 'terminal',
      'StatusCallbackEvents[1]': 'answered',
      'StatusCallbackEvents[2]': 'ringing',
      StatusCallbackContentType: 'application/json',
    });
  });

  it('takes no number from the flow of another agent, and unlinking as done when there is nothing to undo', async () => {
    const { carrier, numbers, linkOf } = await stand();
    await carrier.unlink(numbers[0]!, '926');
    await carrier.unlink('+14155550999', '926');
    await carrier.link(numbers[0]!, '927');
    for (const flow of ['926', '27', '7']) await carrier.unlink(numbers[0]!, flow);
    assert.equal(linkOf(numbers[0]!), '927');
  });

  it('takes unlinking as done where a number may not be without a flow, and not when it was refused otherwise', async () => {
    const answering =
      (status: number): Script =>
      (request, state) =>
        request.method === 'PUT' ? { status, body: {} } : exotelService(request, state);
    for (const status of [400, 404, 422]) {
      const { carrier, numbers, state } = await stand(answering(status));
      state.links.set(numbers[0]!, '926');
      await carrier.unlink(numbers[0]!, '926');
    }
    const { carrier, numbers, state } = await stand(answering(403));
    state.links.set(numbers[0]!, '926');
    assert.instanceOf(await carrier.unlink(numbers[0]!, '926').catch((error: unknown) => error), CarrierFailure);
  });

  it('knows its numbers also when they are written as they are dialled inside India', async () => {
    const owned = { sid: '1', phone_number: '08047491899', country: 'IN' };
    const { carrier, asks } = await stand(() => ({ status: 200, body: { incoming_phone_numbers: [owned] } }));
    assert.deepEqual(await carrier.numbers(), ['+918047491899']);
    await carrier.link('+918047491899', '927');
    assert.equal(asks.at(-1)!.url.pathname, '/v2_beta/Accounts/acme1/IncomingPhoneNumbers/1');
  });

  it('ends the list of numbers where nothing new comes, should pages be asked for otherwise', async () => {
    const items = [
      { sid: '1', phone_number: '+911' },
      { sid: '2', phone_number: '+919876543210' },
    ];
    const { carrier, requests } = await stand(() => ({ status: 200, body: { incoming_phone_numbers: items } }));
    assert.deepEqual(await carrier.numbers(), ['+911', '+919876543210']);
    assert.equal(requests(), 2);
  });

  it('says of a number it cannot dial that it is invalid, and not of anything else that it does not take', async () => {
    for (const [message, response] of [
      ['Bad Request: From is invalid', 'invalid_number'],
      ['Invalid parameter: From', 'invalid_number'],
      ['Bad Request: StreamUrl is invalid', null],
      ['From is not active', null],
    ] as const) {
      const { carrier, numbers } = await stand(() => ({ status: 400, body: { RestException: { Message: message } } }));
      const failure = await carrier.dial(dialRequest(numbers[0]!)).catch((error: unknown) => error);
      assert.instanceOf(failure, CarrierFailure);
      assert.deepInclude(failure, { status: 400, response, message: 'Exotel refused the request with 400' });
    }
  });

  it('answers unknown for a call without a record and for one without a sid', async () => {
    const { carrier } = await stand();
    const reference = { callId: 'c', to: '+14155550123', from: '+14155551000', since: new Date(0) };
    assert.equal(await carrier.lookUp({ ...reference, sid: 'gone' }), 'unknown');
    assert.equal(await carrier.lookUp({ ...reference, sid: null }), 'unknown');
  });

  it('is reached where the account is, and at no private address', async () => {
    const surroundings = { network: network({ allowPrivate: false }), clock: systemClock() };
    const at = (api_base_url: string) => exotelTelephony.open({ ...SECRETS, api_base_url }, surroundings);
    const failure = await at('http://127.0.0.1:1')
      .numbers()
      .catch((error: unknown) => error);
    assert.instanceOf(failure, DomainError);
    assert.equal(failure.problem, 'invalid');
    for (const url of ['api.in.exotel.com', 'ftp://api.exotel.com', 'https://key1:token@api.exotel.com'])
      assert.throws(() => at(url), /base_url must/);
    const server = await vendorServer({ http: (_request, response) => void response.end('{}') });
    const elsewhere = { network: anywhere(), clock: systemClock(), apiUrl: 'http://127.0.0.1:1' };
    await exotelTelephony.open({ ...SECRETS, api_base_url: `${server.url}/` }, elsewhere).numbers();
    assert.equal(server.received[0]?.url.pathname, '/v2_beta/Accounts/acme1/IncomingPhoneNumbers');
  });
});
