import { once } from 'node:events';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { assert } from 'chai';
import { VirtualClock } from '../../application/virtual-clock.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { randomIds } from '../../adapters/system/ids.ts';
import { pinoLog, type LogSettings } from '../../adapters/system/json-log.ts';
import { cryptoRandom } from '../../adapters/system/random.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';
import { clockContract, type PassingTime } from '../contracts/clock.contract.ts';
import { idsContract } from '../contracts/ids.contract.ts';
import { logContract, type WrittenLog } from '../contracts/log.contract.ts';
import { randomContract } from '../contracts/random.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { fakeIds } from '../support/fake-ids.ts';
import { passInSteps } from '../support/passing-time.ts';

const real = (): PassingTime => ({ clock: systemClock(), pass: passInSteps });
const fake =
  (spoil: (genuine: Clock) => Partial<Clock> = () => ({})) =>
  (): PassingTime => {
    const clock = fakeClock();
    return { clock: { ...clock, ...spoil(clock) }, pass: (ms) => clock.advanceAsync(ms) };
  };

/** A thread that says something when it is asked to, and tells when it did. */
const SPEAKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  Atomics.wait(workerData, 0, 0);
  parentPort.postMessage('a word');
  Atomics.store(workerData, 1, 1);
  Atomics.notify(workerData, 1);`;

const standStill = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('clock: system', () => {
  keeps(clockContract, real);

  it('keeps no process alive', () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    const cancel = systemClock().after(60_000, () => {});
    assert.equal(timers(), before);
    cancel();
  });

  it('waits longer than a timer of Node can', async () => {
    const ran: string[] = [];
    const cancel = systemClock().after(2 ** 40, () => ran.push('too early'));
    await delay(10);
    cancel();
    assert.isEmpty(ran);
  });

  it('looks at what arrived while the process stood still before waits end, and ends those in order', async () => {
    const happened: string[] = [];
    const { after } = systemClock();
    const cells = new Int32Array(new SharedArrayBuffer(8));
    const worker = new Worker(SPEAKER, { eval: true, workerData: cells });
    await once(worker, 'online');
    // After this come the timers, and arrivals only then.
    await immediate();
    const arrived = once(worker, 'message').then(() => happened.push('arrived'));
    const ended = new Promise<void>((resolve) => {
      after(10, () => happened.push('first'));
      const cancel = after(20, () => happened.push('cancelled'));
      after(15, cancel);
      after(180, () => resolve(void happened.push('last')));
    });
    Atomics.store(cells, 0, 1);
    Atomics.notify(cells, 0);
    Atomics.wait(cells, 1, 0);
    standStill(200);
    await Promise.all([arrived, ended]);
    assert.deepEqual(happened, ['arrived', 'first', 'last']);
    await worker.terminate();
  });

  it('follows the wall clock when it jumps, but not its small steps', () => {
    const { now } = Date;
    const [wall, elapsed] = [Date.now(), performance.now()];
    try {
      Date.now = () => wall;
      performance.now = () => elapsed;
      const clock = systemClock();
      assert.closeTo(clock.now().getTime(), wall, 1);
      Date.now = () => wall + 400;
      assert.closeTo(clock.now().getTime(), wall, 1);
      Date.now = () => wall + 3_600_000;
      assert.closeTo(clock.now().getTime(), wall + 3_600_000, 1);
    } finally {
      Date.now = now;
      Reflect.deleteProperty(performance, 'now');
    }
  });
});

describe('clock: fake', () => keeps(clockContract, fake()));

describe('clock: virtual', () => {
  const virtual = (): PassingTime => {
    const clock = new VirtualClock(new Date('2026-03-02T09:00:00.000Z'));
    // Jumps to each timer, and to one of its own at the end of the time that is to pass.
    const pass = async (ms: number): Promise<void> => {
      const until = clock.monotonic() + ms;
      clock.after(ms, () => undefined);
      while (clock.next <= until) clock.advance();
    };
    return { clock, pass };
  };
  keeps(clockContract, virtual);

  it('has no next timer once all have run or were cancelled', () => {
    const clock = new VirtualClock(new Date(0));
    clock.after(5, () => undefined)();
    assert.equal(clock.next, Infinity);
    assert.isFalse(clock.advance());
    assert.equal(clock.monotonic(), 0);
  });
});

describe('clock: the contract', () =>
  bites(
    clockContract,
    fake(() => ({ monotonic: () => 7 })),
    fake((it) => ({ now: () => new Date(it.now().getTime() % 1000) })),
    fake(() => ({ after: () => () => {} })),
    fake((it) => ({ after: (_, run) => it.after(0, run) })),
    fake(() => ({ after: (_, run) => (run(), () => {}) })),
    fake((it) => ({ after: (ms, run) => (it.after(ms, run), () => {}) })),
  ));

describe('clock: fake, in particular', () => {
  it('shows every timer the moment it was due', () => {
    const clock = fakeClock('2026-01-01T00:00:00.000Z');
    const seen: string[] = [];
    clock.after(1500, () => seen.push(clock.now().toISOString()));
    clock.advance(10_000);
    assert.deepEqual(seen, ['2026-01-01T00:00:01.500Z']);
    assert.equal(clock.now().toISOString(), '2026-01-01T00:00:10.000Z');
    assert.equal(clock.monotonic(), 10_000);
  });

  it('runs promise callbacks between timers', async () => {
    const clock = fakeClock();
    const wait = (ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));
    let turns = 0;
    const loop = async (): Promise<void> => {
      for (; turns < 1000; turns += 1) await wait(100);
    };
    const looping = loop();
    await clock.advanceAsync(99_999);
    assert.equal(turns, 999);
    await clock.advanceAsync(1);
    await looping;
    assert.equal(clock.waiting, 0);
  });

  it('says how many timers wait', () => {
    const clock = fakeClock();
    const cancel = clock.after(5, () => {});
    clock.after(10, () => {});
    assert.equal(clock.waiting, 2);
    cancel();
    clock.advance(5);
    assert.equal(clock.waiting, 1);
  });
});

describe('ids: random', () => keeps(idsContract, randomIds));
describe('ids: fake', () => keeps(idsContract, fakeIds));
describe('ids: the contract', () =>
  bites(
    idsContract,
    () => ({ next: () => 'id' }),
    () => ({ next: () => String(Math.random()) }),
  ));

describe('random: crypto', () => keeps(randomContract, cryptoRandom));
describe('random: the contract', () =>
  bites(
    randomContract,
    () => ({ pick: (items) => items[0]! }),
    () => ({ pick: (items) => items[items.length - 2]! }),
    () => ({ pick: (items) => items[Math.floor(Math.random() * (items.length + 1))]! }),
  ));

const written = (settings: Partial<LogSettings> = {}): WrittenLog => {
  const output: string[] = [];
  const log = pinoLog(
    { level: 'info', showPii: false, ...settings },
    { write: (line: string) => void output.push(line) },
  );
  return { log, lines: () => output.map((line) => JSON.parse(line) as Record<string, unknown>) };
};

describe('log: pino', () => {
  keeps(logContract, () => written());

  it('shows personal data when enabled, but no secrets', () => {
    const { log, lines } = written({ showPii: true });
    log.info('x', { pii_name: 'Ann', pii_password: 'hunter2' });
    assert.include(lines()[0], { pii_name: 'Ann', pii_password: '[redacted]' });
  });

  it('leaves out what is less important than its level', () => {
    const { log, lines } = written({ level: 'warn' });
    log.info('one');
    log.child({}).info('two');
    log.warn('three');
    assert.deepEqual(
      lines().map(({ event }) => event),
      ['three'],
    );
  });

  it('writes no key twice in a line', () => {
    const output: string[] = [];
    const log = pinoLog({ level: 'info', showPii: false }, { write: (line: string) => void output.push(line) });
    log.child({ org_id: 'a' }).child({ org_id: 'b' }).info('x', { org_id: 'c' });
    assert.equal(output.join('').split('"org_id"').length, 2);
  });
});

describe('log: the contract', () => {
  /** A log as one writes it in five minutes. */
  const hasty = (): WrittenLog => {
    const output: string[] = [];
    const at =
      (level: string, context: object) =>
      (event: string, fields: object = {}) =>
        void output.push(JSON.stringify({ level, event, time: new Date().toISOString(), ...context, ...fields }));
    const make = (context: object): Log => ({
      info: at('info', context),
      warn: at('info', context),
      error: at('error', context),
      child: (fields) => make(fields),
    });
    return { log: make({}), lines: () => output.map((line) => JSON.parse(line) as Record<string, unknown>) };
  };
  const secretive = (): WrittenLog => {
    const { log, lines } = written();
    const hidden = (fields: object = {}) => Object.fromEntries(Object.keys(fields).map((key) => [key, '[redacted]']));
    return { log: { ...log, info: (event, fields) => log.info(event, hidden(fields)) }, lines };
  };
  bites(logContract, hasty, secretive);
});
