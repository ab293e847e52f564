import { assert } from 'chai';
import { FrameClock } from '../../../tools/load/frame-clock.ts';
import { fakeClock } from '../../support/fake-clock.ts';

function opened() {
  const clock = fakeClock();
  const delays: number[] = [];
  return { clock, delays, frames: new FrameClock(clock, (ms) => delays.push(ms)) };
}

describe('the clock of frames', () => {
  it('runs every listener once in 20 ms, and as many in each millisecond', () => {
    const { clock, frames, delays } = opened();
    const ran = Array.from({ length: 40 }, () => 0);
    const moments = new Map<number, number>();
    ran.forEach((_, place) =>
      frames.add((now) => {
        ran[place]! += 1;
        moments.set(now, (moments.get(now) ?? 0) + 1);
      }),
    );
    clock.advance(1_000);
    assert.isTrue(ran.every((times) => times === 50));
    assert.isTrue([...moments.values()].every((count) => count === 2));
    assert.equal(Math.max(...delays), 0);
  });

  it('makes up for a standstill, and reports how late it was', () => {
    const { clock, delays } = opened();
    // The loop stood still: time passed, and the timer runs late.
    let lateMs = 0;
    const late = { ...clock, monotonic: () => clock.monotonic() + lateMs };
    const standing = new FrameClock(late, (ms) => delays.push(ms));
    let times = 0;
    standing.add(() => (times += 1));
    clock.advance(100);
    lateMs = 200;
    clock.advance(20);
    assert.equal(times, 16);
    assert.equal(Math.max(...delays) > 150, true);
  });

  it('stops with its last listener, and starts again with another', () => {
    const { clock, frames } = opened();
    let times = 0;
    const cancel = frames.add(() => (times += 1));
    clock.advance(40);
    cancel();
    cancel();
    clock.advance(100);
    assert.equal(times, 2);
    assert.equal(clock.waiting, 0);
    frames.add(() => (times += 1));
    clock.advance(40);
    assert.equal(times, 4);
  });
});
