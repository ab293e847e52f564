import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { eventually } from '../support/eventually.ts';

/** Callees by last digit: the outcome of the call, and whether audio flowed. */
const CALLEES = [
  ['1', 'is busy', 'busy', 'busy', false],
  ['2', 'does not pick up', 'no_answer', 'no_answer', false],
  ['3', 'cannot be reached', 'failed', 'failed', false],
  ['4', 'is a machine', 'completed', 'voicemail', null],
  ['5', 'declines', 'busy', 'declined', false],
  ['6', 'hangs up after two seconds of the agent', 'completed', 'answered', null],
  ['7', 'talks', 'completed', 'answered', true],
] as const;

/** One slot per callee. */
const CALLS_MAX = CALLEES.length;

for (const kind of ['ws', 'uws'])
  describe(`simulated callees over ${kind}`, function () {
    this.timeout(2 * TIMEOUT_MS);
    let platform: OpenPlatform;
    let telephone: Telephone;
    let ended: CallLog[];
    before(async () => {
      platform = await openPlatform({
        services: ['api', 'runtime', 'simulator'],
        env: { MEDIA_SERVER: kind, DEFAULT_ORG_CONCURRENCY_LIMIT: String(CALLS_MAX) },
        parts: { vendors: scriptedVendors() },
      });
      telephone = await joinTelephone(platform);
      await telephone.simulate('POST', '/callees', { number: '+14155550107', say: 'Hello?', patience_ms: 500 });
      const started = await Promise.all(CALLEES.map(([digit]) => telephone.dial(`+1415555010${digit}`)));
      ended = await Promise.all(started.map(({ call_id }) => telephone.over(call_id)));
      await Promise.all(started.map(({ provider_call_sid }) => telephone.hungUp(provider_call_sid ?? '')));
    });

    for (const [place, [digit, does, status, response, sounds]] of CALLEES.entries())
      it(`end as ${status} and ${response} for numbers ending in ${digit}, where the callee ${does}`, () => {
        const log = ended[place] as CallLog;
        assert.deepInclude(log, { status, call_response: response, to_number: `+1415555010${digit}` });
        if (sounds !== null) assert.equal(log.start_time_utc !== null, sounds);
        assert.isString(log.end_time_utc);
        if (digit !== '4')
          assert.equal(
            log.error_message,
            digit === '3' ? 'The carrier could not complete the call: 5010 Internal Error' : null,
          );
      });

    it('count to one limit with callers and browsers', async () => {
      const { api, orgId, browserAgentId, simulate, dial } = telephone;
      const socket = `${platform.runtimeUrl.replace('http', 'ws')}/agent/${orgId}/${browserAgentId}`;
      const number = '+14155550118';
      await simulate('POST', '/callees', { number, say: [], patience_ms: 600_000 });
      const browser = await SyntheticCaller.join(socket);
      const called = await Promise.all(Array.from({ length: CALLS_MAX - 2 }, () => dial(number)));
      const calling = await telephone.ring({ say: [], patience_ms: 600_000 });
      await telephone.bySid(calling, ({ status }) => status === 'in_progress');

      assert.match(await telephone.refusal(number), /answered 429: .*Organisation concurrent call limit reached/);
      const late = await SyntheticCaller.connect(socket);
      assert.equal((await late.closed).code, 4429);
      const { call_uuid, hang_up } = await telephone.hungUp(await telephone.ring());
      assert.deepInclude(hang_up, { code: 3010, source: 'Answer XML' });
      assert.deepInclude(await telephone.bySid(call_uuid), { status: 'failed', start_time_utc: null });

      const { total } = await api.ask<{ total: number }>('GET', `/calls/org/${orgId}`);
      assert.equal(total, CALLEES.length + CALLS_MAX + 1, 'a call that never was has no log');
      await browser.hangUp();
      const next = await eventually(() => dial(number).catch(() => null), 'a dial within the limit', TIMEOUT_MS);
      const sids = [calling, next.provider_call_sid, ...called.map(({ provider_call_sid }) => provider_call_sid)];
      await Promise.all(sids.map((sid) => simulate('POST', `/calls/${sid ?? ''}`, { hang_up: true })));
      for (const { call_id } of [next, ...called]) assert.isFalse(isLive((await telephone.over(call_id)).status));
    });
  });
