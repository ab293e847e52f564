import { assert } from 'chai';
import { verdicts } from '../../../tools/load/load-report.ts';
import { Measures } from '../../../tools/load/measures.ts';
import { readOptions } from '../../../tools/load/options.ts';

const options = (...args: string[]) => readOptions(['--agent', 'a1', ...args]);
const refusal = (...args: string[]): string => {
  try {
    options(...args);
    return 'none';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('arguments of npm run load', () => {
  it('have defaults for everything but the agent', () => {
    const { calls, forMs, rampMs, through, turns, texts, hosts, maxP95Ms, maxFailures } = options();
    assert.deepEqual([calls, forMs, rampMs, through, turns], [10, 60_000, 10_000, null, 6]);
    assert.isNotEmpty(texts);
    assert.deepEqual([hosts, maxP95Ms, maxFailures], [[], null, null]);
    assert.throws(() => readOptions([]), '--agent');
  });

  it('are durations with a unit, and a short run has a short ramp', () => {
    assert.equal(options('--for', '10m').forMs, 600_000);
    assert.equal(options('--for', '1500ms').rampMs, 750);
    assert.equal(options('--for', '2h', '--ramp', '30s').rampMs, 30_000);
    for (const text of ['10', '0s', '1d', '25h', '1.5m']) assert.match(refusal('--for', text), /^--for must be/);
    assert.match(refusal('--for', '10s', '--ramp', '10s'), /^--ramp must be shorter/);
  });

  it('name what is wrong', () => {
    for (const text of ['0', '2001', 'many', '1e2']) assert.match(refusal('--calls', text), /^--calls must be a whole/);
    assert.match(refusal('--through', 'sip'), /^--through must be browser or carrier/);
    assert.match(refusal('--say', 'a', '--wav', 'b.wav'), /only one of --say and --wav/);
    assert.match(refusal('--number', '123'), /^--number must be/);
    assert.match(refusal('--metrics', 'file:///x'), /^--metrics must be an address/);
    assert.match(refusal('--max-failures', '1.5'), /^--max-failures must be/);
    assert.match(refusal('--max-failures', '101%'), /^--max-failures must be/);
    assert.match(refusal('extra'), /^Unknown argument: extra/);
  });
});

describe('limits of a run', () => {
  const measures = new Measures();
  for (let call = 0; call < 10; call += 1) measures.count('calls');
  for (let ms = 10; ms <= 1_000; ms += 10) {
    measures.time('reply', ms);
    measures.count('replies');
  }
  measures.count('unanswered');
  measures.count('calls_failed');
  const run = { measured: measures.all };
  const kept = (...args: string[]): boolean[] => verdicts(run, options(...args)).map(({ isKept }) => isKept);

  it('are checked only where they are given', () => {
    assert.isEmpty(kept());
  });

  it('are kept up to the latency, number and share that is allowed', () => {
    assert.deepEqual(kept('--max-p95-ms', '960', '--max-failures', '2'), [true, true]);
    assert.deepEqual(kept('--max-p95-ms', '940', '--max-failures', '1'), [false, false]);
    assert.deepEqual(kept('--max-failures', '2%'), [true]);
    assert.deepEqual(kept('--max-failures', '1.5%'), [false]);
  });

  it('are not kept by a run without answers', () => {
    const silent = { measured: new Measures().all };
    assert.deepEqual(
      verdicts(silent, options('--max-p95-ms', '5000')).map(({ isKept, measured }) => [isKept, measured]),
      [[false, 'no answers']],
    );
  });
});
