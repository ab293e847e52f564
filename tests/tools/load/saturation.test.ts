import { assert } from 'chai';
import type { InstallationSample } from '../../../tools/load/installation-metrics.ts';
import { saturationLines } from '../../../tools/load/load-report.ts';
import { Measures } from '../../../tools/load/measures.ts';
import { saturations, type LoadInterval } from '../../../tools/load/saturation.ts';

const IDLE: InstallationSample = {
  is_silent: false,
  ...{ loop_delay_p99_ms: 2, cpu_cores: 0.5, live_calls: 10, undelivered_calls: 1, refused_calls: 0, failovers: 0 },
  first_output_ms: { stt: 100, llm: 300, tts: 80 },
};

interface Interval {
  readonly installation?: Partial<InstallationSample> | null;
  readonly cores?: number;
  readonly machine?: number;
  readonly sendDelay?: number;
  readonly refused?: number;
}

function intervalsOf(all: readonly Interval[]): LoadInterval[] {
  return all.map(({ installation = {}, cores = 0.2, machine = 0.4, sendDelay = 1, refused = 0 }, place) => {
    const measures = new Measures();
    measures.time('send_delay', sendDelay);
    for (let call = 0; call < refused; call += 1) measures.count('calls_refused');
    return {
      at_s: (place + 1) * 10,
      live: (place + 1) * 20,
      measured: measures.all,
      own: { cpu_cores: cores, machine_cpu: machine },
      installation: installation && { ...IDLE, ...installation },
    };
  });
}

const resources = (all: readonly Interval[], isShared = true): string[] =>
  saturations(intervalsOf(all), { isShared }).map(({ resource, at_s }) => `${resource} at ${at_s}`);

describe('what saturates first', () => {
  it('is nothing while everything is within its limits', () => {
    assert.isEmpty(resources([{}, {}, { installation: null }]));
    assert.deepEqual(saturationLines([], 3), ['Nothing saturated.']);
  });

  it('is nothing that lasts for one interval only', () => {
    assert.isEmpty(resources([{}, { sendDelay: 90, installation: { loop_delay_p99_ms: 200 } }, {}]));
    assert.deepEqual(resources([{}, { sendDelay: 90 }, { sendDelay: 30 }, {}]), ['generator at 20']);
  });

  it('is the event loop of the installation before the calls that it refuses', () => {
    const slow = { installation: { loop_delay_p99_ms: 83 } };
    const all = [{}, slow, { ...slow, refused: 3 }];
    assert.deepEqual(resources(all), ['event loop at 20', 'concurrency limit at 30']);
    assert.deepEqual(saturationLines(saturations(intervalsOf(all), { isShared: true }), 3), [
      'Saturated first: the event loop of the installation, from 0:20 with 40 conversations, in 2 of 3 intervals (its p99 delay was 83 ms).',
      'Also: a limit of calls, from 0:30 with 60 conversations, in 1 of 3 intervals (3 calls were refused).',
    ]);
  });

  it('is the event loop when it no longer answers for its metrics', () => {
    const silent = { installation: { is_silent: true, loop_delay_p99_ms: null } };
    assert.deepEqual(resources([{}, { installation: { loop_delay_p99_ms: 900 } }, silent, silent]), [
      'event loop at 20',
    ]);
  });

  it('is the machine before the load generator that shares it, when both are at their limits', () => {
    const late = { machine: 1, sendDelay: 40 };
    assert.deepEqual(resources([late, late]), ['machine at 10', 'generator at 10']);
  });

  it('is the load generator itself when its frames are late or its processor is used up', () => {
    assert.deepEqual(resources([{ cores: 0.97 }]), ['generator at 10']);
    const lines = saturationLines(saturations(intervalsOf([{ cores: 0.97 }]), { isShared: true }), 1);
    assert.match(lines.join('\n'), /the load generator itself.*used 97 % of a processor.*\n.*use fewer calls/);
  });

  it('is the machine only if the installation shares it', () => {
    assert.deepEqual(resources([{ machine: 0.99 }]), ['machine at 10']);
    assert.isEmpty(resources([{ machine: 0.99 }], false));
  });

  it('is a stage whose first output takes much longer than at first', () => {
    const slow = { installation: { first_output_ms: { stt: 110, llm: 900, tts: 250 } } };
    const none = { installation: { first_output_ms: { stt: null, llm: null, tts: null } } };
    assert.deepEqual(resources([none, {}, slow, slow]), ['llm at 30']);
    assert.isEmpty(resources([slow, slow]));
  });

  it('is the delivery of ended calls when more wait than are live', () => {
    const waiting = { installation: { undelivered_calls: 40 } };
    assert.deepEqual(resources([{}, waiting, waiting]), ['delivery at 20']);
  });
});
