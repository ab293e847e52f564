import { assert } from 'chai';
import { EventEmitter } from 'node:events';
import type { Log } from '../../application/ports/log.ts';
import { Shutdown } from '../../bootstrap/shutdown.ts';
import { fakeClock } from '../support/fake-clock.ts';

/** A process that records its calls, with a fake clock. */
function pretend() {
  const notes: string[] = [];
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => void notes.push(`exit ${code}`) });
  const note = (event: string, fields: object = {}): void => {
    notes.push([event, ...Object.values(fields).map(String)].join(' '));
  };
  const log: Log = { info: note, warn: note, error: note, child: () => log };
  const clock = fakeClock();
  const shutdown = new Shutdown({ process, log, clock, deadlineMs: 10_000 });
  const closes = (name: string): void => shutdown.onClose(name, () => void notes.push(`close ${name}`));
  return { notes, process, shutdown, clock, closes };
}

const never = (): Promise<void> => new Promise(() => undefined);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the end of a process', () => {
  for (const signal of ['SIGINT', 'SIGTERM'])
    it(`closes the latest first on ${signal} and exits with 0`, async () => {
      const { notes, process, closes } = pretend();
      for (const name of ['store', 'api', 'runtime']) closes(name);
      process.emit(signal);
      await settled();
      assert.deepEqual(notes, [
        `process.stopping ${signal}`,
        'close runtime',
        'close api',
        'close store',
        'process.stopped',
        'exit 0',
      ]);
    });

  it('waits for one close before the next', async () => {
    const { notes, process, shutdown, closes } = pretend();
    closes('store');
    let release = (): void => undefined;
    shutdown.onClose('calls', () => new Promise((resolve) => (release = resolve)));
    process.emit('SIGTERM');
    await settled();
    assert.notInclude(notes, 'close store');
    release();
    await settled();
    assert.include(notes, 'close store');
  });

  it('reports that it has started', () => {
    const { process, shutdown } = pretend();
    assert.isFalse(shutdown.signal.aborted);
    process.emit('SIGTERM');
    assert.isTrue(shutdown.signal.aborted);
  });

  it('closes the rest when one close fails, and then exits with 1', async () => {
    const { notes, process, shutdown, closes } = pretend();
    closes('store');
    shutdown.onClose('api', () => Promise.reject(new Error('stuck')));
    shutdown.onClose('runtime', () => {
      throw new Error('broken');
    });
    process.emit('SIGTERM');
    await settled();
    assert.deepEqual(notes.slice(1), [
      'process.close_failed runtime Error: broken',
      'process.close_failed api Error: stuck',
      'close store',
      'process.stopped',
      'exit 1',
    ]);
  });

  it('exits with 1 at the deadline, naming what was not done', async () => {
    const { notes, process, shutdown, closes, clock } = pretend();
    closes('store');
    shutdown.onClose('calls', never);
    process.emit('SIGTERM');
    clock.advance(9_999);
    assert.deepEqual(notes, ['process.stopping SIGTERM']);
    clock.advance(1);
    await settled();
    assert.deepEqual(notes.slice(1), ['process.stopped_overdue calls', 'exit 1']);
  });

  it('exits at once on a second signal', async () => {
    const { notes, process, shutdown, clock } = pretend();
    shutdown.onClose('calls', never);
    process.emit('SIGINT');
    clock.advance(500);
    process.emit('SIGINT');
    await settled();
    assert.deepEqual(notes.slice(1), ['process.stopped_by_force SIGINT', 'exit 1']);
  });

  it('counts the same key press that arrives twice as one signal', async () => {
    const { notes, process, closes, clock } = pretend();
    closes('store');
    process.emit('SIGINT');
    clock.advance(20);
    process.emit('SIGINT');
    await settled();
    assert.equal(notes.at(-1), 'exit 0');
  });

  it('closes what was opened during the shutdown', async () => {
    const { notes, process, shutdown, closes } = pretend();
    shutdown.onClose('api', () => closes('late'));
    process.emit('SIGTERM');
    await settled();
    assert.deepEqual(notes.slice(1), ['close late', 'process.stopped', 'exit 0']);
  });

  for (const [event, reported] of Object.entries({
    uncaughtException: 'process.uncaught_exception',
    unhandledRejection: 'process.unhandled_rejection',
  }))
    it(`logs an ${event}, closes everything and exits with 1`, async () => {
      const { notes, process, closes } = pretend();
      closes('store');
      process.emit(event, new Error('lost'));
      await settled();
      assert.deepEqual(notes, [`${reported} Error: lost`, 'close store', 'process.stopped', 'exit 1']);
    });

  it('exits with 1 once when an error comes while it is already closing', async () => {
    const { notes, process, shutdown } = pretend();
    shutdown.onClose('api', () => void process.emit('uncaughtException', new Error('late')));
    process.emit('SIGTERM');
    await settled();
    assert.deepEqual(notes.slice(1), ['process.uncaught_exception Error: late', 'process.stopped', 'exit 1']);
  });

  it('can be started by a failed start', async () => {
    const { notes, shutdown, closes } = pretend();
    closes('store');
    shutdown.fail('process.start_failed', new Error('port in use'));
    await settled();
    assert.deepEqual(notes, ['process.start_failed Error: port in use', 'close store', 'process.stopped', 'exit 1']);
  });
});
