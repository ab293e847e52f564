import { assert } from 'chai';
import { vobizTelephony } from '../../../adapters/providers/vobiz/telephony.ts';
import { carrierContract, dialRequest, SECRET } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { carrierStand, jsonOf, type Script } from './stand.ts';
import { vobizService } from './vobiz-service.ts';

const SECRETS = { auth_id: 'MA_1', auth_token: SECRET };
const stand = (script: Script = vobizService) => carrierStand(vobizTelephony, SECRETS, script);

describe('carrier: vobiz', () => keeps(carrierContract, () => stand()));

describe('vobiz', () => {
  const reference = { callId: 'c', sid: 'u1', to: '+14155550123', from: '+14155551000', since: new Date(0) };

  it('sends the limits of a dial request, and asks for AMD only when it is wanted', async () => {
    const { carrier, asks } = await stand();
    await carrier.dial(dialRequest('+14155551000'));
    const machines = { machine_detection: 'true', machine_detection_method: 'POST' };
    assert.deepInclude<object>(jsonOf(asks[0]!), { ring_timeout: 30, time_limit: 900, ...machines });
    await carrier.dial(dialRequest('+14155551000', { machineUrl: null, ringTimeoutSeconds: 100, callSecondsMax: 720 }));
    assert.deepInclude<object>(jsonOf(asks[1]!), { ring_timeout: 100, time_limit: 720 });
    assert.notProperty(jsonOf(asks[1]!), 'machine_detection');
  });

  it('reads the record of a call that ended, which is one level down in the answer', async () => {
    const { carrier, asks } = await stand();
    const { sid } = await carrier.dial(dialRequest('+14155551000'));
    await carrier.hangUp(sid);
    assert.deepEqual(await carrier.lookUp({ ...reference, sid }), {
      sid,
      status: 'completed',
      response: 'answered',
      isAnswered: true,
      cause: '4000 Normal Hangup',
    });
    assert.equal(asks.at(-1)!.url.pathname, `/Account/MA_1/cdr/${sid}`);
  });

  it('reads from the record why a call was not answered', async () => {
    const data = { hangup_cause: 'USER_BUSY', hangup_cause_code: 3010, hangup_cause_name: 'Busy Line', billsec: 0 };
    const { carrier } = await stand((request, state) =>
      request.url.pathname.includes('/cdr/')
        ? { status: 200, body: { data, success: true } }
        : vobizService(request, state),
    );
    assert.deepEqual(await carrier.lookUp(reference), {
      ...{ sid: 'u1', status: 'busy', response: 'busy', isAnswered: false, cause: '3010 Busy Line' },
    });
  });

  it('answers unknown, not failed, for a response without a record', async () => {
    const { carrier } = await stand((request, state) =>
      request.url.pathname.includes('/cdr/') ? { status: 200, body: { success: false } } : vobizService(request, state),
    );
    assert.equal(await carrier.lookUp(reference), 'unknown');
  });

  it('keeps every digit of the id of an application, should it come as a number', async () => {
    const { carrier } = await stand(() => ({
      status: 201,
      json: '{"app_id": 12345678901234567, "message": "created"}',
    }));
    const application = { name: 'voice-agent-a', answerUrl: 'https://a/', hangupUrl: 'https://h/' };
    assert.equal(await carrier.addApplication(application), '12345678901234567');
  });

  it('answers unknown for a call without a record and for one without a sid', async () => {
    const { carrier } = await stand();
    assert.equal(await carrier.lookUp(reference), 'unknown');
    assert.equal(await carrier.lookUp({ ...reference, sid: null }), 'unknown');
  });
});
