import type { AgentRecording } from '../../domain/agents/recording.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';

/** Audio kept in memory, in ms: late audio and interruptions may still change it. */
const WINDOW_MS = 2_000;
/** Age at which audio is final and written to disk, in ms. */
const FINAL_AFTER_MS = 1_000;
/** Drift from the clock, in ms, above which the caller's audio is repositioned. Shorter gaps are closed. */
const DRIFT_MS = 200;

/** The entry, or one that takes no audio, if the agent's calls are not recorded. */
export const recordedEntry = (entry: SpoolEntry, recording: AgentRecording | undefined): SpoolEntry =>
  recording?.mode !== 'off'
    ? entry
    : {
        appendAudio: () => undefined,
        appendTranscript: (lines) => entry.appendTranscript(lines),
        appendToolCall: (line) => entry.appendToolCall(line),
        writeMetrics: (metrics) => entry.writeMetrics(metrics),
        finish: (outcome) => entry.finish(outcome),
      };

/**
 * Records a call as it was played: caller left, agent right, positioned by the call's clock. Memory is bounded by the
 * window. Times are monotonic milliseconds.
 */
export class Recorder {
  readonly #entry: Pick<SpoolEntry, 'appendAudio'>;
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
  #agentEnd = 0;

  constructor(entry: Pick<SpoolEntry, 'appendAudio'>, sampleRate: number, startedAt: number) {
    this.#entry = entry;
    this.#rate = sampleRate;
    this.#drift = (sampleRate * DRIFT_MS) / 1000;
    this.#startedAt = startedAt;
    this.#caller = new Int16Array((sampleRate * WINDOW_MS) / 1000);
    this.#agent = new Int16Array((sampleRate * WINDOW_MS) / 1000);
  }

  /**
   * Adds caller audio, in order. A gap becomes silence, unless a burst follows that fills it: then the network stalled.
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
    // Few large writes are cheaper.
    if (until - this.#writtenSamples >= this.#rate / 5) this.#writeUntil(until);
  }

  /** Writes everything until now. */
  finish(now: number): void {
    this.cut(now);
    this.#writeUntil(this.#sampleAt(now));
  }

  #sampleAt(moment: number): number {
    return Math.max(0, Math.round(((moment - this.#startedAt) * this.#rate) / 1000));
  }

  #place(track: Int16Array, pcm: Int16Array, start: number): void {
    // Audio that is too late, or too far ahead, lies outside the window.
    const first = Math.max(0, this.#writtenSamples - start);
    const last = Math.min(pcm.length, this.#writtenSamples + track.length - start);
    for (let index = first; index < last; index += 1) track[(start + index) % track.length] = pcm[index] as number;
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
    for (let sample = from; sample < end; sample += 1) {
      track[(sample - by) % track.length] = track[sample % track.length] as number;
      track[sample % track.length] = 0;
    }
    this.#run = { after, from: from - by };
    this.#callerAt = end - by;
  }

  #writeUntil(until: number): void {
    while (this.#writtenSamples < until) this.#write(Math.min(until - this.#writtenSamples, this.#caller.length));
  }

  #write(count: number): void {
    const stereo = new Int16Array(count * 2);
    for (let index = 0; index < count; index += 1) {
      const place = (this.#writtenSamples + index) % this.#caller.length;
      stereo[2 * index] = this.#caller[place] as number;
      stereo[2 * index + 1] = this.#agent[place] as number;
      this.#caller[place] = 0;
      this.#agent[place] = 0;
    }
    this.#writtenSamples += count;
    this.#entry.appendAudio(stereo);
  }
}
