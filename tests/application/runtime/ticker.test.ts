import { assert } from 'chai';
import { Ticker } from '../../../application/runtime/ticker.ts';
import { fakeClock } from '../../support/fake-clock.ts';

describe('Ticker', () => {
  it('calls all listeners every 10 ms', () => {
    const clock = fakeClock();
    const ticker = new Ticker(clock);
    const beats: string[] = [];
    ticker.add((now) => beats.push(`a${now}`));
    clock.advance(15);
    ticker.add((now) => beats.push(`b${now}`));
    clock.advance(20);
    assert.deepEqual(beats, ['a10', 'a20', 'b20', 'a30', 'b30']);
  });

  it('runs only while it has listeners and restarts for the next', () => {
    const clock = fakeClock();
    const ticker = new Ticker(clock);
    let beats = 0;
    const cancel = ticker.add(() => (beats += 1));
    clock.advance(30);
    cancel();
    cancel();
    clock.advance(1_000);
    assert.deepEqual([beats, clock.waiting], [3, 0]);
    ticker.add(() => (beats += 1));
    clock.advance(20);
    assert.equal(beats, 5);
  });

  it('allows adding and removing listeners during a tick', () => {
    const clock = fakeClock();
    const ticker = new Ticker(clock);
    const beats: string[] = [];
    const cancel = ticker.add(() => {
      beats.push('once');
      cancel();
      ticker.add(() => beats.push('new'));
    });
    ticker.add(() => beats.push('stays'));
    clock.advance(20);
    assert.deepEqual(beats, ['once', 'stays', 'new', 'stays', 'new']);
  });

  it('does not repeat missed ticks and keeps its time after a stall', () => {
    const clock = fakeClock();
    let late = 0;
    const stalling = { ...clock, monotonic: () => clock.monotonic() + late };
    const ticker = new Ticker(stalling);
    const beats: number[] = [];
    ticker.add((now) => beats.push(now));
    clock.advance(20);
    late = 500;
    clock.advance(30);
    assert.deepEqual([...new Set(beats)], [10, 20, 530, 540, 550]);
    assert.isAtMost(beats.length, 6);
  });
});
