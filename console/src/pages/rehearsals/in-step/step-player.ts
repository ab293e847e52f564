import { batch, computed, effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { Side, StepEntry, StepRow } from './pairs.ts';
import type { Playable } from './silent-playback.ts';
import {
  exchangeFrom,
  firstRowOf,
  nearestRow,
  nextDifference,
  nextSegment,
  rowAt,
  rowFrom,
  type ListeningMode,
} from './step-order.ts';

/** A conversation that can be listened to. */
export interface StepTrack {
  readonly entries: readonly StepEntry[];
  readonly playable: Playable;
}

/** A player that stopped so near to its end was not stopped by the listener, in seconds. */
const END = 0.25;

/**
 * Plays two conversations in step, or one alone: one of them at a time, and at each switch the other one from the same
 * row. To be closed when it is not needed any more.
 */
export class StepPlayer {
  readonly rows: readonly StepRow[];
  /** The row that is heard. */
  readonly row: ReadonlySignal<number>;
  readonly #tracks: Readonly<Record<Side, StepTrack | null>>;
  readonly #side = signal<Side>('a');
  readonly #listening = signal<ListeningMode>('a');
  readonly #rate = signal(1);
  readonly #isPlaying: ReadonlySignal<boolean>;
  readonly #stopFollowing: () => void;
  /** The exchange that is played of one side before the other one's. */
  #exchange = 0;
  #wasPlaying = false;
  #isPrepared = false;

  constructor(rows: readonly StepRow[], a: StepTrack, b: StepTrack | null) {
    this.rows = rows;
    this.#tracks = { a, b };
    this.row = computed(() => {
      const side = this.#side.value;
      return rowAt(this.rows, side, this.#track(side).entries, this.#track(side).playable.time.value);
    });
    this.#isPlaying = computed(() => this.#active.isPlaying.value);
    this.#stopFollowing = effect(() => this.#handOver());
  }

  /** The side that is heard. */
  get side(): ReadonlySignal<Side> {
    return this.#side;
  }

  get listening(): ReadonlySignal<ListeningMode> {
    return this.#listening;
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  get rate(): ReadonlySignal<number> {
    return this.#rate;
  }

  /** The recording or the time of a side. */
  playableOf(side: Side): Playable {
    return this.#track(side).playable;
  }

  toggle(): void {
    if (!this.#isPlaying.peek() && this.#isAtEnd()) this.goTo(0);
    this.#exchange = this.#exchangeOf(this.row.peek());
    if (!this.#isPrepared) this.#tracks[this.#side.peek() === 'a' ? 'b' : 'a']?.playable.prepare?.();
    this.#isPrepared = true;
    this.#active.toggle();
  }

  /** Listens to this from the row that is heard now. */
  listenTo(listening: ListeningMode): void {
    this.#exchange = this.#exchangeOf(this.row.peek());
    batch(() => {
      this.#listening.value = listening;
      if (listening !== 'both' && listening !== this.#side.peek()) this.goTo(this.row.peek());
    });
  }

  /** Goes to a row, or to the nearest one that what is listened to has. Plays on if it plays. */
  goTo(row: number): void {
    const listening = this.#listening.peek();
    if (listening === 'both') this.#goTo(this.rows[row]?.a === null ? 'b' : 'a', row);
    else this.#goTo(listening, nearestRow(this.rows, listening, row) ?? row);
  }

  /** Plays the entry of a side in a row. */
  playFrom(side: Side, row: number): void {
    if (this.#listening.peek() !== 'both') this.#listening.value = side;
    this.#goTo(side, row);
    if (!this.#isPlaying.peek()) this.#active.toggle();
  }

  /** Goes to the caption before or after the one that is heard, of what is listened to. */
  stepRow(by: -1 | 1): void {
    const listening = this.#listening.peek();
    this.goTo(rowFrom(this.rows, listening === 'both' ? null : listening, this.row.peek(), by));
  }

  /** Goes to the exchange before or after the one that is heard. */
  step(by: -1 | 1): void {
    const listening = this.#listening.peek();
    this.goTo(exchangeFrom(this.rows, listening === 'both' ? null : listening, this.row.peek(), by));
  }

  /** Goes to the next row in which the sides differ. */
  goToDifference(): void {
    const row = nextDifference(this.rows, this.row.peek());
    if (row !== null) this.goTo(row);
  }

  setRate(rate: number): void {
    this.#rate.value = rate;
    for (const track of Object.values(this.#tracks)) track?.playable.setRate(rate);
  }

  close(): void {
    this.#stopFollowing();
    for (const track of Object.values(this.#tracks)) track?.playable.close();
  }

  get #active(): Playable {
    return this.#track(this.#side.value).playable;
  }

  #track(side: Side): StepTrack {
    return this.#tracks[side] ?? (this.#tracks.a as StepTrack);
  }

  #exchangeOf(row: number): number {
    return this.rows[row]?.exchange ?? 0;
  }

  #isAtEnd(): boolean {
    const { time, seconds } = this.#active;
    return time.peek() >= seconds - END;
  }

  #goTo(side: Side, row: number): void {
    const entry = this.rows[row]?.[side] ?? null;
    if (entry === null) return;
    this.#exchange = this.#exchangeOf(row);
    this.#place(side, this.#track(side).entries[entry]?.at ?? 0);
  }

  /** Goes to a second of a side. What is played continues there. */
  #place(side: Side, seconds: number): void {
    const before = this.#track(this.#side.peek()).playable;
    const { playable } = this.#track(side);
    const wasPlaying = before.isPlaying.peek();
    batch(() => {
      playable.seek(seconds);
      this.#side.value = side;
      if (before === playable || !wasPlaying) return;
      before.toggle();
      playable.toggle();
    });
  }

  /** When both sides are listened to: after each exchange of one side, that of the other, until the last one. */
  #handOver(): void {
    const isPlaying = this.#isPlaying.value;
    const exchange = this.#exchangeOf(this.row.value);
    const isBoth = this.#listening.value === 'both';
    const hasStopped = this.#wasPlaying && !isPlaying;
    this.#wasPlaying = isPlaying;
    untracked(() => {
      if (isBoth && (isPlaying ? exchange > this.#exchange : hasStopped && this.#isAtEnd())) this.#playNext(isPlaying);
    });
  }

  #playNext(isPlaying: boolean): void {
    const next = nextSegment(this.rows, { exchange: this.#exchange, side: this.#side.value });
    const row = next && firstRowOf(this.rows, next);
    if (next && row !== null) this.#goTo(next.side, row);
    // It ends here, or has to begin: the end of a recording stopped it.
    if ((row === null) === isPlaying) this.#active.toggle();
  }
}
