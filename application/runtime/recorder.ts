import type { SpoolEntry } from '../ports/call-spool.ts';
import { FRAME_MS } from './speech-frame.ts';

/**
 * Audio kept in memory, in ms: late audio and interruptions may still change it. What waits for a write and what a channel
 * sends ahead fit in, also after a stall.
 */
const WINDOW_MS = 3_000;
/** Age at which audio is final and written to disk, in ms. */
const FINAL_AFTER_MS = 1_000;
/** Final audio that is written at once, in ms: few large writes are cheaper. What is not written is lost when the process dies. */
const WRITE_MS = 600;
/** Drift from the clock, in ms, above which the caller's audio is repositioned. Shorter gaps are closed. */
const DRIFT_MS = 200;
/** Sound around a word that is muted with it, in ms: vendors place words to some hundredths of a second. */
const AROUND_WORD_MS = 100;
/** Gaps in the caller's audio that are remembered. */
const PLACES_MAX = 1_000;

type RecordingEntry = Pick<SpoolEntry, 'appendAudio' | 'skipAudio' | 'muteCaller'>;

/**
 * Records a call as it was played: caller left, agent right, positioned by the call's clock. Memory is bounded by the
 * window; `adapters/call-spool/recording.ts` writes the WAV file. What is not to be kept never leaves the window: it is
 * silence in the recording, which keeps its place in time. Times are monotonic milliseconds.
 */
export class Recorder {
  readonly #entry: RecordingEntry;
  readonly #rate: number;
  readonly #drift: number;
  readonly #startedAt: number;
  readonly #caller: Int16Array;
  readonly #agent: Int16Array;
  /** All samples before this one are on disk. */
  #writtenSamples = 0;
  /** The current gapless run of caller audio: where it starts, and the sample after which silence precedes it. */
  #run = { after: 0, from: 0 };
  #callerAt: number | null = null;
  /** Frames of the caller so far, and where those after a gap are. */
  #frames = 0;
  readonly #places: { readonly ms: number; sample: number }[] = [];
  #agentEnd = 0;
  /** Whether the next samples are kept, and where that changes. */
  #isKept: boolean;
  readonly #changes: { readonly from: number; readonly isKept: boolean }[] = [];

  constructor(
    entry: RecordingEntry,
    {
      sampleRate,
      startedAt,
      isKept,
    }: { readonly sampleRate: number; readonly startedAt: number; readonly isKept: boolean },
  ) {
    this.#entry = entry;
    this.#isKept = isKept;
    this.#rate = sampleRate;
    this.#drift = (sampleRate * DRIFT_MS) / 1000;
    this.#startedAt = startedAt;
    this.#caller = new Int16Array((sampleRate * WINDOW_MS) / 1000);
    this.#agent = new Int16Array((sampleRate * WINDOW_MS) / 1000);
  }

  /**
   * Adds a frame of caller audio, in order. A gap becomes silence, unless a burst follows that fills it: then the network stalled.
   */
  caller(pcm: Int16Array, now: number): void {
    const due = this.#sampleAt(now) - pcm.length;
    const next = this.#callerAt ?? 0;
    if (this.#callerAt === null || due - next > this.#drift) {
      this.#run = { after: next, from: due };
      this.#callerAt = due;
    } else if (next > due) this.#moveBack(next - due);
    const start = this.#callerAt - due > this.#drift ? Math.max(0, due) : this.#callerAt;
    this.#place(this.#caller, pcm, start);
    this.#callerAt = start + pcm.length;
    this.#rememberPlace(start);
  }

  /** Silences the caller's audio between these positions in all that was added, in ms. */
  muteCaller(fromMs: number, toMs: number): void {
    const [from, to] = [fromMs - AROUND_WORD_MS, toMs + AROUND_WORD_MS];
    for (const [index, { ms, sample }] of this.#places.entries()) {
      const start = Math.max(from, ms);
      const end = Math.min(to, this.#places[index + 1]?.ms ?? Infinity);
      const at = (position: number): number => Math.round(sample + ((position - ms) * this.#rate) / 1000);
      if (start < end) this.#mute(at(start), at(end));
    }
  }

  /** What sounds from now on is kept, or is not. */
  keep(isKept: boolean, now: number): void {
    this.#changes.push({ from: this.#sampleAt(now), isKept });
  }

  /** Adds agent audio that plays from this moment on. */
  agent(pcm: Int16Array, at: number): void {
    const start = this.#sampleAt(at);
    this.#place(this.#agent, pcm, start);
    this.#agentEnd = start + pcm.length;
  }

  /** Removes agent audio from this moment on. */
  cut(at: number): void {
    const from = Math.max(this.#sampleAt(at), this.#writtenSamples);
    for (let sample = from; sample < this.#agentEnd; sample += 1) this.#agent[sample % this.#agent.length] = 0;
    this.#agentEnd = Math.min(this.#agentEnd, from);
  }

  /** Writes final audio. Called on every tick. */
  tick(now: number): void {
    const until = this.#sampleAt(now - FINAL_AFTER_MS);
    if (until - this.#writtenSamples >= (this.#rate * WRITE_MS) / 1000) this.#writeUntil(until);
  }

  /** Writes everything until now. */
  finish(now: number): void {
    this.cut(now);
    this.#writeUntil(this.#sampleAt(now));
  }

  #rememberPlace(sample: number): void {
    const ms = this.#frames * FRAME_MS;
    this.#frames += 1;
    const last = this.#places.at(-1);
    const expected = last && last.sample + ((ms - last.ms) * this.#rate) / 1000;
    if (expected !== undefined && Math.abs(sample - expected) < (this.#rate * FRAME_MS) / 1000) return;
    this.#places.push({ ms, sample });
    if (this.#places.length > PLACES_MAX) this.#places.shift();
  }

  #mute(from: number, to: number): void {
    const written = Math.min(to, this.#writtenSamples);
    if (from < written) this.#entry.muteCaller(from, written);
    const end = Math.min(to, this.#writtenSamples + this.#caller.length);
    for (let sample = Math.max(from, written); sample < end; sample += 1)
      this.#caller[sample % this.#caller.length] = 0;
  }

  #sampleAt(moment: number): number {
    return Math.max(0, Math.round(((moment - this.#startedAt) * this.#rate) / 1000));
  }

  #place(track: Int16Array, pcm: Int16Array, start: number): void {
    // Audio that is too late, or too far ahead, lies outside the window.
    const first = Math.max(0, this.#writtenSamples - start);
    const last = Math.min(pcm.length, this.#writtenSamples + track.length - start);
    if (first >= last) return;
    const at = (start + first) % track.length;
    const kept = last - first === pcm.length ? pcm : pcm.subarray(first, last);
    const fits = track.length - at;
    if (kept.length <= fits) return track.set(kept, at);
    track.set(kept.subarray(0, fits), at);
    track.set(kept.subarray(fits), 0);
  }

  /**
   * The audio is older than its arrival: moves the run back into the silence, and joins the previous run if little
   * silence is left.
   */
  #moveBack(ahead: number): void {
    const track = this.#caller;
    const { after, from } = this.#run;
    const room = from - Math.max(after, this.#writtenSamples);
    if (room <= 0) return;
    const isAll = ahead > room || (after > 0 && room - ahead <= this.#drift);
    const by = isAll ? room : ahead;
    const end = this.#callerAt ?? from;
    moveInRing(track, { from, end, by });
    for (const place of this.#places) if (place.sample >= from) place.sample -= by;
    this.#run = { after, from: from - by };
    this.#callerAt = end - by;
  }

  #writeUntil(until: number): void {
    while (this.#writtenSamples < until) {
      const [change] = this.#changes;
      if (change && change.from <= this.#writtenSamples) {
        this.#isKept = change.isKept;
        this.#changes.shift();
      } else this.#write(Math.min(until, change?.from ?? until, this.#writtenSamples + this.#caller.length));
    }
  }

  #write(until: number): void {
    const count = until - this.#writtenSamples;
    const stereo = new Int16Array(count * 2);
    // Up to the end of the ring, and the rest from its beginning.
    const [caller, agent] = [this.#caller, this.#agent];
    const from = this.#writtenSamples % caller.length;
    const first = Math.min(count, caller.length - from);
    for (const [place, done, length] of [
      [from, 0, first],
      [0, first, count - first],
    ] as const) {
      for (let index = 0; index < length; index += 1) {
        stereo[2 * (done + index)] = caller[place + index] as number;
        stereo[2 * (done + index) + 1] = agent[place + index] as number;
      }
      caller.fill(0, place, place + length);
      agent.fill(0, place, place + length);
    }
    this.#writtenSamples += count;
    if (this.#isKept) this.#entry.appendAudio(stereo);
    else this.#entry.skipAudio(count);
  }
}

/** Moves samples of a ring back, and leaves silence. */
function moveInRing(ring: Int16Array, { from, end, by }: { from: number; end: number; by: number }): void {
  const first = (from - by) % ring.length;
  const shift = from - by - first;
  if (end - shift <= ring.length) {
    ring.copyWithin(first, from - shift, end - shift);
    ring.fill(0, Math.max(from, end - by) - shift, end - shift);
    return;
  }
  const run = new Int16Array(end - from);
  const parts = (start: number, length: number): [at: number, length: number, rest: number] => {
    const at = start % ring.length;
    const fits = Math.min(length, ring.length - at);
    return [at, fits, length - fits];
  };
  const [at, fits, rest] = parts(from, run.length);
  run.set(ring.subarray(at, at + fits));
  run.set(ring.subarray(0, rest), fits);
  ring.fill(0, at, at + fits).fill(0, 0, rest);
  const [to, room] = parts(from - by, run.length);
  ring.set(run.subarray(0, room), to);
  ring.set(run.subarray(room), 0);
}
