import { assert } from 'chai';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { carrierContract, dialRequest, SECRET } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { plivoService } from './plivo-service.ts';
import { carrierStand, jsonOf, type Script } from './stand.ts';

const SECRETS = { auth_id: 'MAXX', auth_token: SECRET };
const stand = (script: Script = plivoService) => carrierStand(plivoTelephony, SECRETS, script);

describe('carrier: plivo', () => keeps(carrierContract, () => stand()));

describe('plivo', () => {
  it('sends all parameters of a dial request, and asks for AMD only when it is wanted', async () => {
    const { carrier, numbers, asks } = await stand();
    await carrier.dial(dialRequest(numbers[0]!));
    assert.deepEqual<object>(jsonOf(asks[0]!), {
      from: '14155551000',
      to: '14155550123',
      answer_url: 'https://voice.example.com/answer?agent_id=a&org_id=o&call_id=c',
      answer_method: 'POST',
      ring_url: 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c',
      ring_method: 'POST',
      hangup_url: 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c',
      hangup_method: 'POST',
      ring_timeout: 30,
      time_limit: 900,
      machine_detection: 'true',
      machine_detection_url: 'https://voice.example.com/machine?agent_id=a&org_id=o&call_id=c',
      machine_detection_method: 'POST',
    });
    await carrier.dial(dialRequest(numbers[0]!, { machineUrl: null }));
    assert.notProperty(jsonOf(asks[1]!), 'machine_detection');
  });

  it('says of a number it cannot dial that it is invalid', async () => {
    const { carrier, numbers } = await stand();
    const failure = await carrier.dial(dialRequest(numbers[0]!, { to: '+10000000' })).catch((error: unknown) => error);
    assert.instanceOf(failure, CarrierFailure);
    assert.deepInclude(failure, {
      status: 400,
      response: 'invalid_number',
      message: 'Plivo refused the request with 400',
    });
  });

  it('refuses to be opened without its secrets', () => {
    const surroundings = { network: null as never, clock: null as never };
    assert.throws(() => plivoTelephony.open({ auth_id: 'MAXX' }, surroundings), 'plivo: no auth_token is stored');
  });

  /** One call, as far as it is alive, recorded, or neither. */
  const calls =
    (live: object | null, record: object | null): Script =>
    ({ url }) => {
      const isList = url.pathname.endsWith('/Call/');
      const answers: Record<string, object | null> = {
        live: isList ? { calls: live ? ['u1'] : [] } : live,
        queued: isList ? { calls: [] } : null,
        over: isList ? { objects: record ? [record] : [] } : record,
      };
      const body = answers[url.searchParams.get('status') ?? 'over'];
      return body ? { status: 200, body } : { status: 404, body: { error: 'not found' } };
    };
  const since = new Date('2026-03-02T08:59:30.000Z');
  const reference = { callId: 'c', sid: null, to: '+14155550123', from: '+14155551000', since };
  const record = {
    call_uuid: 'u1',
    initiation_time: '2026-03-02 08:59:31+00:00',
    answer_time: null,
    bill_duration: 0,
    hangup_cause_code: 3010,
    hangup_cause_name: 'Busy Line',
    call_state: 'BUSY',
  };
  const busy = { sid: 'u1', status: 'busy', response: 'busy', isAnswered: false, cause: '3010 Busy Line' };

  it('finds a call whose dial was never answered, alive or over', async () => {
    const alive = await stand(calls({ call_uuid: 'u1', call_status: 'in-progress' }, null));
    assert.deepInclude(await alive.carrier.lookUp(reference), { sid: 'u1', status: 'in_progress', isAnswered: true });
    const over = await stand(calls(null, record));
    assert.deepEqual(await over.carrier.lookUp(reference), busy as never);
    const [{ url: requested } = assert.fail()] = over.asks.slice(1);
    assert.equal(requested.searchParams.get('end_time__gte'), '2026-03-02 08:59:25');
    assert.equal(requested.searchParams.get('to_number'), '14155550123');
  });

  it('reads the record of a call that ended', async () => {
    const { carrier } = await stand(calls(null, record));
    assert.deepEqual(await carrier.lookUp({ ...reference, sid: 'u1' }), busy as never);
  });

  it('takes an older call between the same numbers for another one', async () => {
    const { carrier } = await stand(calls(null, { ...record, initiation_time: '2026-03-02 08:58:00+00:00' }));
    assert.equal(await carrier.lookUp(reference), 'unknown');
  });

  it('says that there is no such call only when one would have turned up', async () => {
    const { carrier, clock } = await stand(calls(null, null));
    assert.equal(await carrier.lookUp(reference), 'unknown');
    clock.advance(120_000);
    assert.isNull(await carrier.lookUp(reference));
    assert.equal(await carrier.lookUp({ ...reference, sid: 'gone' }), 'unknown');
  });
});
