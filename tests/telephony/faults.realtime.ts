import { assert } from 'chai';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { freePort } from '../support/free-port.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { brokenCarrier, type Mishap } from './broken-carrier.ts';
import { forwardClock } from './forward-clock.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { eventually } from '../support/eventually.ts';

/** Callees by last digit, and the outcome of a call to them. */
const ENDS = {
  '1': ['busy', 'busy'],
  '3': ['failed', 'failed'],
  '4': ['completed', 'voicemail'],
  '5': ['busy', 'declined'],
  '6': ['completed', 'answered'],
} as const;

/** Numbers whose dials fail at the carrier, and how. */
const BREAKING = new Map<string, Mishap>([
  ['+14155550607', 'hangs'],
  ['+14155550617', 200],
  ['+14155550627', 502],
]);
/** Timeout of carrier requests, in ms. */
const HUNG_MS = 10_000;

describe('calls despite carrier faults', function () {
  this.timeout(2 * TIMEOUT_MS);
  let carrier: Awaited<ReturnType<typeof brokenCarrier>>;
  let platform: OpenPlatform;
  let telephone: Telephone;
  const clock = forwardClock();
  before(async () => {
    const port = await freePort();
    carrier = await brokenCarrier(`http://127.0.0.1:${port}`, BREAKING);
    platform = await openPlatform({
      services: ['api', 'runtime', 'simulator'],
      env: { SIMULATOR_PORT: String(port), SIMULATOR_URL: carrier.url, DEFAULT_ORG_CONCURRENCY_LIMIT: '20' },
      parts: { clock, vendors: scriptedVendors() },
    });
    telephone = await joinTelephone(platform);
  });
  beforeEach(async () => void (await telephone.simulate('POST', '/faults', {})));

  /** The carrier's ids of the calls to this number. */
  const dialled = async (number: string): Promise<string[]> =>
    (await telephone.known()).filter(({ to }) => to === number).map(({ call_uuid }) => call_uuid);
  /** The log of the only call to this number. */
  const logOf = async (number: string): Promise<CallLog> => {
    const [log, ...others] = (await telephone.logs()).filter(({ to_number }) => to_number === number);
    assert.deepEqual(others, []);
    assert.isDefined(log);
    return log;
  };

  it('are dialled once and end normally when the dial response is lost', async () => {
    const ends = Object.entries(ENDS);
    await telephone.simulate('POST', '/faults', { on: 'dial', drop_replies: ends.length });
    const dialling = ends.map(async ([digit, [status, call_response]]) => {
      const number = `+1415555020${digit}`;
      assert.match(await telephone.refusal(number), /answered 502/);
      const { call_id } = await logOf(number);
      const log = await telephone.over(call_id);
      assert.deepEqual(await dialled(number), [log.provider_call_sid]);
      assert.deepInclude(log, { status, call_response });
      assert.isString(log.error_message);
    });
    await Promise.all(dialling);
  });

  it('end normally with late, duplicate and reordered status callbacks', async () => {
    const faults = { delay_callbacks_ms: 400, duplicate_callbacks: true, reorder_callbacks: true };
    await telephone.simulate('POST', '/faults', faults);
    const dialling = Object.entries(ENDS).map(async ([digit, [status, response]]) => {
      const { call_id, provider_call_sid } = await telephone.dial(`+1415555030${digit}`);
      const log = await telephone.over(call_id);
      assert.deepInclude(log, { status, call_response: response, provider_call_sid }, digit);
      return { call_id, sid: provider_call_sid ?? '', callbacks: digit === '4' ? 5 : 4 };
    });
    const calls = await Promise.all(dialling);
    await Promise.all(calls.map(({ sid, callbacks }) => telephone.told(sid, callbacks)));
    for (const [place, [status, response]] of Object.values(ENDS).entries())
      assert.deepInclude(await telephone.over(calls[place]?.call_id ?? ''), { status, call_response: response });
  });

  it('fail when the carrier refuses', async () => {
    await telephone.simulate('POST', '/faults', { on: 'dial', refuse: 1, answer_status: 429 });
    assert.include(await telephone.refusal('+14155550429'), 'answered 429: {"detail"');
    assert.deepInclude(await logOf('+14155550429'), { status: 'failed', call_response: 'failed' });
    assert.deepEqual(await dialled('+14155550429'), []);
  });

  it('stay possible after a carrier error and are not dialled again', async () => {
    await telephone.simulate('POST', '/faults', { on: 'dial', refuse: 1, answer_status: 500 });
    assert.include(await telephone.refusal('+14155550500'), 'answered 500: {"detail"');
    const unknown = {
      status: 'initiated',
      error_message: 'The simulator answered 500: it has a fault of its own',
    } as const;
    assert.deepInclude(await logOf('+14155550500'), unknown);
    assert.deepEqual(await dialled('+14155550500'), []);
  });

  it('keep the transcript up to a broken media stream', async () => {
    const number = '+14155550407';
    await telephone.simulate('POST', '/faults', { cut_media_after_ms: 1_500 });
    const { call_id, provider_call_sid } = await telephone.dial(number);
    assert.deepInclude(await telephone.over(call_id), { status: 'completed', call_response: 'answered' });
    assert.isAbove((await telephone.api.download(`/calls/${call_id}/recording`)).length, 10_000);
    assert.isNotNull((await telephone.hungUp(provider_call_sid ?? '')).hang_up);
  });

  for (const [number, mishap] of BREAKING)
    it(`are not dialled again when the carrier ${mishap === 'hangs' ? mishap : `answers ${mishap} and a page`}`, async () => {
      const refusal = telephone.refusal(number);
      if (mishap === 'hangs') {
        await eventually(() => carrier.requests.includes(number), 'the dial at the carrier');
        clock.forward(HUNG_MS);
      }
      assert.match(await refusal, /answered 502: /);
      const log = await logOf(number);
      assert.deepInclude(log, { status: 'initiated', call_response: null, provider_call_sid: null });
      assert.isString(log.error_message);
      assert.notInclude(`${await refusal} ${log.error_message}`, '<');
      assert.deepEqual(
        carrier.requests.filter((each) => each === number),
        [number],
      );
    });
});
