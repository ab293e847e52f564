import { assert } from 'chai';
import { limitedLog } from '../../adapters/system/limited-log.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const EVENTS = [
  ...['call.origin_refused', 'carrier.webhook_refused', 'http.host_refused', 'media.address_limited'],
  ...['media.call_refused', 'media.cut_off', 'media.origin_refused', 'single_sign_on.failed'],
];

describe('log lines that strangers cause', () => {
  const opened = () => {
    const { log, lines } = rememberingLog();
    const clock = fakeClock();
    return { log: limitedLog(log, clock), lines, clock };
  };

  for (const event of EVENTS)
    it(`are limited to 20 in ten seconds of ${event}, and counted`, () => {
      const { log, lines, clock } = opened();
      for (let nth = 0; nth < 1_000; nth += 1) log.child({ service: 'api' }).warn(event, { nth });
      assert.lengthOf(lines, 20);
      clock.advance(9_999);
      log.warn(event);
      assert.lengthOf(lines, 20);
      clock.advance(1);
      assert.deepInclude(lines.at(-1), { event, left_out: 981 });
      log.warn(event, { nth: 1_000 });
      assert.deepInclude(lines.at(-1), { event, nth: 1_000 });
      clock.advance(20_000);
      assert.lengthOf(lines, 22, 'nothing was left out in these ten seconds');
    });

  it('leave those of other events complete', () => {
    const { log, lines } = opened();
    for (let nth = 0; nth < 100; nth += 1) log.warn('call.origin_refused');
    for (let nth = 0; nth < 100; nth += 1) log.info('call.ended', { nth });
    log.warn('media.origin_refused');
    assert.lengthOf(lines, 20 + 100 + 1);
  });
});
