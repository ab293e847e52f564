import { assert } from 'chai';
import { pairEntries, type StepEntry } from '../../console/src/pages/rehearsals/in-step/pairs.ts';
import { SilentPlayback, type Frames } from '../../console/src/pages/rehearsals/in-step/silent-playback.ts';
import { StepPlayer } from '../../console/src/pages/rehearsals/in-step/step-player.ts';
import { BOOKED, entriesOf, REFUSED } from './support/step-conversations.ts';

/** Pictures of a screen whose time passes on demand. */
class FakeFrames implements Frames {
  #now = 0;
  readonly #waiting = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  next(callback: () => void): () => void {
    this.#waiting.add(callback);
    return () => this.#waiting.delete(callback);
  }

  pass(seconds: number): void {
    for (const end = this.#now + seconds * 1_000; this.#now < end;) {
      this.#now += 20;
      const due = [...this.#waiting];
      this.#waiting.clear();
      for (const callback of due) callback();
    }
  }
}

function playerOf(a: readonly StepEntry[], b: readonly StepEntry[] | null) {
  const frames = new FakeFrames();
  const track = (entries: readonly StepEntry[]) => ({
    entries,
    playable: new SilentPlayback(entries.length * 5, frames),
  });
  const player = new StepPlayer(pairEntries(a, b ?? []), track(a), b && track(b));
  const place = () => [player.side.value, player.row.value];
  return { player, frames, place };
}

describe('a player of two conversations', () => {
  it('plays one of them to its end, and from the start again', () => {
    const { player, frames, place } = playerOf(BOOKED, REFUSED);
    player.toggle();
    frames.pass(12);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 2, true]);
    frames.pass(20);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 7, false]);
    player.toggle();
    frames.pass(1);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 0, true]);
  });

  it('switches to the other one at the same caption and plays on there', () => {
    const { player, frames, place } = playerOf(BOOKED, REFUSED);
    player.toggle();
    frames.pass(17);
    assert.deepEqual(place(), ['a', 5]);
    player.listenTo('b');
    assert.deepEqual([...place(), player.isPlaying.value], ['b', 5, true]);
    assert.strictEqual(player.playableOf('b').time.value, 25);
    assert.isFalse(player.playableOf('a').isPlaying.value);
    player.listenTo('a');
    assert.strictEqual(player.playableOf('a').time.value, 15, 'from the start of the caption');
  });

  it('goes to the nearest caption of the side that is listened to, and stays paused', () => {
    const { player, place } = playerOf(BOOKED, REFUSED);
    player.goTo(3);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 5, false]);
    player.playFrom('b', 3);
    assert.deepEqual([...place(), player.isPlaying.value, player.listening.value], ['b', 3, true, 'b']);
  });

  it('plays each exchange of A and then the same one of B, until both have ended', () => {
    const { player, frames, place } = playerOf(BOOKED, REFUSED);
    player.listenTo('both');
    player.toggle();
    const places: unknown[] = [];
    for (let second = 0; second < 70; second += 1) {
      if (String(places.at(-1)) !== String(place())) places.push(place());
      frames.pass(1);
    }
    assert.deepEqual(places, [
      ['a', 0],
      ['b', 0],
      ...[
        ['a', 1],
        ['a', 2],
        ['b', 1],
        ['b', 2],
      ],
      ...[
        ['b', 3],
        ['b', 4],
      ],
      ...[
        ['a', 5],
        ['a', 6],
        ['a', 7],
        ['b', 5],
        ['b', 7],
      ],
    ]);
    assert.isFalse(player.isPlaying.value);
  });

  it('listens to both from where it is, without a jump', () => {
    const { player, frames, place } = playerOf(BOOKED, REFUSED);
    player.toggle();
    frames.pass(17);
    player.listenTo('both');
    frames.pass(1);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 5, true]);
  });

  it('stays paused when it is moved to its end while both are listened to', () => {
    const { player, frames, place } = playerOf(BOOKED, entriesOf('agent: Hello, this is the Blue Door.'));
    player.listenTo('both');
    player.playableOf('a').seek(30);
    frames.pass(1);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 5, false]);
  });

  it('plays faster, and a conversation alone', () => {
    const { player, frames, place } = playerOf(BOOKED, null);
    player.setRate(2);
    player.toggle();
    frames.pass(6);
    assert.deepEqual(place(), ['a', 2]);
    player.step(1);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 3, true]);
    player.close();
    frames.pass(10);
    assert.deepEqual([...place(), player.isPlaying.value], ['a', 3, false]);
  });
});
