import { assert } from 'chai';
import { readConfig, type Env } from '../../bootstrap/config.ts';

const runtimeOf = (env: Env) => readConfig(env, ['api', 'runtime']).runtime;

describe('the settings of calls from browsers', () => {
  it('let anyone call on a loopback address alone, unless WEB_CALLS says so', () => {
    const of = (env: Env) => {
      const { webCalls, webCallsBy } = runtimeOf(env);
      return `${webCalls} by ${webCallsBy}`;
    };
    for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) assert.equal(of({ HOST }), 'open by HOST', HOST);
    for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'voice.example.com', '127.evil.example'])
      assert.equal(of({ HOST }), 'ticket by HOST', HOST);
    assert.equal(of({ HOST: '0.0.0.0', WEB_CALLS: 'open' }), 'open by WEB_CALLS');
    assert.equal(of({ WEB_CALLS: 'ticket' }), 'ticket by WEB_CALLS');
  });

  it('bound what one address may have without a ticket, unless rate limits are off', () => {
    const env = { ANONYMOUS_CALLS_PER_ADDRESS: '2', ANONYMOUS_ATTEMPTS_PER_MINUTE: '9' };
    assert.deepEqual(runtimeOf({}).anonymousLimits, { atOnce: 5, attemptsPerMinute: 30 });
    assert.deepEqual(runtimeOf(env).anonymousLimits, { atOnce: 2, attemptsPerMinute: 9 });
    assert.isNull(runtimeOf({ ...env, RATE_LIMITS: 'off' }).anonymousLimits);
  });
});
