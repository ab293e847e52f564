import { assert } from 'chai';
import { repeatTask } from '../../adapters/schedule/repeating-task.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const RHYTHM = { name: 'task', everyMs: 5_000, graceMs: 20_000 };

function scene(task: (round: number) => Promise<void> = async () => undefined) {
  const clock = fakeClock();
  const { log, lines } = rememberingLog();
  const started: number[] = [];
  const repeated = repeatTask(
    RHYTHM,
    () => {
      started.push(clock.monotonic() / 1000);
      return task(started.length);
    },
    { clock, log },
  );
  return { clock, lines, started, repeated };
}

describe('a repeated task', () => {
  it('begins after its grace, and then comes in its rhythm', async () => {
    const { clock, started } = scene();
    await clock.advanceAsync(37_000);
    assert.deepEqual(started, [20, 25, 30, 35]);
  });

  it('does not overlap runs and pauses between them', async () => {
    const { clock, started } = scene(() => new Promise((resolve) => clock.after(12_000, resolve)));
    await clock.advanceAsync(55_000);
    assert.deepEqual(started, [20, 37, 54]);
  });

  it('logs a failure and continues after a delay', async () => {
    const { clock, started, lines } = scene((round) =>
      round === 2 ? Promise.reject(new Error('away')) : Promise.resolve(),
    );
    await clock.advanceAsync(51_000);
    assert.deepEqual(started, [20, 25, 45, 50]);
    assert.deepEqual(
      lines.map(({ event, task }) => [event, task]),
      [['schedule.failed', 'task']],
    );
  });

  it('begins no more once it is stopped, and leaves no timer behind', async () => {
    const { clock, started, repeated } = scene();
    await clock.advanceAsync(21_000);
    await repeated.stop();
    assert.equal(clock.waiting, 0);
    await clock.advanceAsync(60_000);
    assert.deepEqual(started, [20]);
  });

  it('is waited for when it is stopped while it runs', async () => {
    let finish = (): void => undefined;
    const { clock, repeated } = scene(() => new Promise((resolve) => (finish = resolve)));
    await clock.advanceAsync(20_000);
    let stopped = false;
    const stopping = repeated.stop().then(() => (stopped = true));
    await clock.advanceAsync(1_000);
    assert.isFalse(stopped);
    finish();
    await stopping;
    assert.equal(clock.waiting, 0);
  });
});
