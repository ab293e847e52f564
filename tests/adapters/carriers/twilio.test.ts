import { assert } from 'chai';
import { twilioTelephony } from '../../../adapters/providers/twilio/telephony.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { carrierContract, dialRequest } from '../../contracts/carrier.contract.ts';
import { keeps } from '../../support/contract.ts';
import { carrierStand, formOf, type Script } from './stand.ts';
import { twilioService } from './twilio-service.ts';

const SECRETS = { account_sid: 'ACxx', auth_token: 'hush-hush-token-1' };
const stand = (script: Script = twilioService) => carrierStand(twilioTelephony, SECRETS, script);

describe('carrier: twilio', () => keeps(carrierContract, () => stand()));

describe('twilio', () => {
  it('sends all parameters of a dial request, and asks for AMD only when it is wanted', async () => {
    const { carrier, numbers, asks } = await stand();
    await carrier.dial(dialRequest(numbers[0]!));
    assert.deepEqual<object>(
      [...new URLSearchParams(asks[0]!.body.toString())],
      [
        ['To', '+14155550123'],
        ['From', '+14155551000'],
        ['Url', 'https://voice.example.com/answer?agent_id=a&org_id=o&call_id=c'],
        ['Method', 'POST'],
        ['StatusCallback', 'https://voice.example.com/hangup?agent_id=a&org_id=o&call_id=c'],
        ['StatusCallbackMethod', 'POST'],
        ['StatusCallbackEvent', 'initiated'],
        ['StatusCallbackEvent', 'ringing'],
        ['StatusCallbackEvent', 'answered'],
        ['StatusCallbackEvent', 'completed'],
        ['Timeout', '30'],
        ['TimeLimit', '900'],
        ['MachineDetection', 'Enable'],
        ['AsyncAmd', 'true'],
        ['AsyncAmdStatusCallback', 'https://voice.example.com/machine?agent_id=a&org_id=o&call_id=c'],
        ['AsyncAmdStatusCallbackMethod', 'POST'],
      ],
    );
    await carrier.dial(dialRequest(numbers[0]!, { findsGreetingEnd: true }));
    assert.equal(formOf(asks[1]!)['MachineDetection'], 'DetectMessageEnd');
    await carrier.dial(dialRequest(numbers[0]!, { machineUrl: null }));
    assert.doesNotHaveAnyKeys(formOf(asks[2]!), ['MachineDetection', 'AsyncAmd', 'AsyncAmdStatusCallback']);
  });

  it('makes applications that ask by POST', async () => {
    const { carrier, state } = await stand();
    await carrier.addApplication({ name: 'x'.repeat(100), answerUrl: 'https://a/?b=1&c=2', hangupUrl: 'https://h/' });
    assert.deepEqual(
      [...state.applications.values()],
      [
        {
          FriendlyName: 'x'.repeat(64),
          VoiceUrl: 'https://a/?b=1&c=2',
          VoiceMethod: 'POST',
          StatusCallback: 'https://h/',
          StatusCallbackMethod: 'POST',
        },
      ],
    );
  });

  it('says what a refused dial means for the number', async () => {
    for (const [code, response] of [
      [21211, 'invalid_number'],
      [21217, 'invalid_number'],
      [13224, 'invalid_number'],
      [21214, 'unreachable'],
      [21210, null],
    ] as const) {
      const { carrier, numbers, next } = await stand();
      next({ status: 400, text: JSON.stringify({ code, message: 'No', status: 400 }) });
      const failure = await carrier.dial(dialRequest(numbers[0]!)).catch((error: unknown) => error);
      assert.instanceOf(failure, CarrierFailure);
      assert.deepInclude(failure, {
        status: 400,
        response,
        message: `Twilio refused the request with 400 (code ${code})`,
      });
    }
  });

  it('reports a hang-up that was refused for another reason than that the call is over', async () => {
    const { carrier, numbers, next } = await stand();
    const { sid } = await carrier.dial(dialRequest(numbers[0]!));
    next({ status: 400, text: '{"code":20001,"message":"Bad request"}' });
    const failure = await carrier.hangUp(sid).catch((error: unknown) => error);
    assert.instanceOf(failure, CarrierFailure);
    assert.equal(failure.status, 400);
  });

  it('takes no number for another one that it is a part of', async () => {
    const { carrier, state } = await stand();
    state.links.set('+141555510001', '');
    await carrier.link('+141555510001', 'AP1');
    assert.equal(state.links.get('+14155551000'), '');
    await carrier.link('+14155551000', 'AP2');
    assert.equal(state.links.get('+141555510001'), 'AP1');
  });

  const since = new Date('2026-03-02T08:59:30.000Z');
  const reference = { callId: 'c', sid: null, to: '+14155550123', from: '+14155551000', since };
  const listed =
    (...calls: object[]): Script =>
    () => ({ status: 200, body: { calls } });
  const record = {
    sid: 'CA1',
    status: 'busy',
    direction: 'outbound-api',
    to: '+14155550123',
    from: '+14155551000',
    date_created: 'Mon, 02 Mar 2026 08:59:31 +0000',
    answered_by: null,
  };
  const busy = { sid: 'CA1', status: 'busy', response: 'busy', isAnswered: false, cause: null };

  it('finds a call whose dial was never answered, and no other', async () => {
    const earlier = { ...record, sid: 'CA0', date_created: 'Mon, 02 Mar 2026 08:58:00 +0000' };
    const later = { ...record, sid: 'CA2', date_created: 'Mon, 02 Mar 2026 09:10:00 +0000' };
    const inbound = { ...record, sid: 'CA3', direction: 'inbound' };
    const elsewhere = { ...record, sid: 'CA4', to: '+14155550124' };
    const { carrier, asks } = await stand(listed(later, inbound, elsewhere, record, earlier));
    assert.deepEqual(await carrier.lookUp(reference), busy as never);
    assert.equal(asks[0]!.url.searchParams.get('To'), '+14155550123');
    assert.equal(asks[0]!.url.searchParams.get('From'), '+14155551000');
  });

  it('reads a call that ended, and who picked it up', async () => {
    const { carrier } = await stand(() => ({
      status: 200,
      body: { ...record, status: 'completed', answered_by: 'machine_start' },
    }));
    assert.deepInclude((await carrier.lookUp({ ...reference, sid: 'CA1' })) as object, {
      status: 'completed',
      response: 'voicemail',
      isAnswered: true,
    });
  });

  it('says that there is no such call only when one would have turned up', async () => {
    const { carrier, clock } = await stand();
    const justNow = { ...reference, since: clock.now() };
    assert.equal(await carrier.lookUp(justNow), 'unknown');
    clock.advance(120_001);
    assert.isNull(await carrier.lookUp(justNow));
    assert.equal(await carrier.lookUp({ ...justNow, sid: 'CA-gone' }), 'unknown');
  });
});
