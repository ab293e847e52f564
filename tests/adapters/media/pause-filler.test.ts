import { assert } from 'chai';
import { PauseFiller } from '../../../adapters/media/pause-filler.ts';
import { fakeClock } from '../../support/fake-clock.ts';

/** A filler over a codec that pauses or does not. */
function filler() {
  const clock = fakeClock();
  const received = {
    isPaused: true,
    pause: () => new Int16Array(320),
    decode: () => new Int16Array(0),
    close: () => undefined,
  };
  let written = 0;
  return {
    clock,
    received,
    filler: new PauseFiller(received, clock, () => (written += 1)),
    written: () => written,
  };
}

describe('PauseFiller', () => {
  it('writes a frame per 20 ms in a pause and none during speech', () => {
    const { clock, received, filler: pauses, written } = filler();
    pauses.onAudio(20);
    clock.advance(1_020);
    assert.approximately(written(), 50, 2);
    received.isPaused = false;
    pauses.onAudio(20);
    const before = written();
    clock.advance(1_000);
    assert.deepEqual([written(), clock.waiting], [before, 0]);
  });

  it('waits after packets longer than the elapsed time', () => {
    const { clock, filler: pauses, written } = filler();
    pauses.onAudio(400);
    clock.advance(400);
    assert.equal(written(), 0);
  });

  it('writes at most 1 s after a stall', () => {
    const { clock, filler: pauses, written } = filler();
    pauses.onAudio(20);
    const { monotonic } = clock;
    Object.assign(clock, { monotonic: () => monotonic() + 3_600_000 });
    clock.advance(40);
    assert.equal(written(), 50);
    pauses.stop();
  });

  it('stops when a written frame ends the call', () => {
    const { clock, received } = filler();
    let written = 0;
    const pauses: PauseFiller = new PauseFiller(received, clock, () => {
      written += 1;
      pauses.stop();
    });
    pauses.onAudio(20);
    clock.advance(1_000);
    assert.deepEqual([written, clock.waiting], [1, 0]);
  });
});
