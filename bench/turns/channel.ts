import type { Clock } from '../../application/ports/clock.ts';
import type { MediaChannel, MediaListener } from '../../application/ports/media-channel.ts';
import type { Resampler, Resampling } from '../../application/ports/resampler.ts';
import { decodeMulaw, encodeMulaw } from '../../domain/audio/mulaw.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';
import { FRAME_SAMPLES, type AgentOutput, type Caller } from './caller.ts';
import { GainControl, type Condition, type Sound } from './conditions.ts';
import { RATE, SAMPLES_PER_MS, gainOfDb, randomFrom } from './voices.ts';

const FRAME_MS = 20;
/** A room without any sound does not exist. Amplitude of its noise. */
const ROOM_NOISE = 4;
const ECHO_WINDOW = 2 * RATE;
/** Low-pass of a small loudspeaker at 3.4 kHz, one pole. */
const LOUDSPEAKER = 1 - Math.exp((-2 * Math.PI * 3_400) / RATE);

export interface Surroundings {
  readonly condition: Condition;
  readonly sound: Sound | null;
  readonly inputRate: 8_000 | 16_000;
  readonly seed: number;
}

/** A call's media: mixes what reaches the platform, and keeps what the caller is played. Times are those of the clock. */
export class ScriptedChannel implements MediaChannel, AgentOutput {
  readonly inputRate: number;
  readonly outputRate = RATE;
  readonly sendAheadMs = 60;
  readonly messageMs = 20;
  readonly reportsPlayout = false;
  readonly events: ConversationEvent[] = [];
  /** When the agent was audible, and when its unplayed audio was discarded. */
  readonly audible: { readonly from: number; to: number }[] = [];
  readonly clears: number[] = [];
  replyAt = 0;
  promptAt = 0;
  startedAt = 0;
  readonly #clock: Clock;
  readonly #caller: Caller;
  readonly #surroundings: Surroundings;
  readonly #random: () => number;
  readonly #toInput: Resampler;
  readonly #gainControl = new GainControl();
  readonly #played = new Float32Array(ECHO_WINDOW);
  #listener: MediaListener | null = null;
  #echo = 0;
  #lostFrames = 0;
  #deliveredAt = 0;

  constructor(clock: Clock, caller: Caller, surroundings: Surroundings, resampling: Resampling) {
    this.#clock = clock;
    this.#caller = caller;
    this.#surroundings = surroundings;
    this.#random = randomFrom(surroundings.seed + 1);
    this.inputRate = surroundings.inputRate;
    this.#toInput = resampling.open(RATE, surroundings.inputRate);
  }

  get audibleUntil(): number {
    return this.audible.at(-1)?.to ?? 0;
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
    this.startedAt = this.#clock.monotonic();
    this.#nextFrame();
  }

  /** At once, as carriers are: no audio comes before the call. */
  ready(): Promise<boolean> {
    return Promise.resolve(true);
  }

  send(pcm: Int16Array): void {
    const from = Math.max(this.audibleUntil, this.#clock.monotonic());
    const to = from + pcm.length / SAMPLES_PER_MS;
    const last = this.audible.at(-1);
    if (last?.to === from) last.to = to;
    else this.audible.push({ from, to });
    const start = Math.round(from * SAMPLES_PER_MS);
    for (let at = 0; at < pcm.length; at += 1) this.#played[(start + at) % ECHO_WINDOW] = pcm[at]!;
  }

  clear(): void {
    const now = this.#clock.monotonic();
    const last = this.audible.at(-1);
    if (!last || last.to <= now) return;
    this.clears.push(now);
    for (let at = Math.round(now * SAMPLES_PER_MS); at < last.to * SAMPLES_PER_MS; at += 1)
      this.#played[at % ECHO_WINDOW] = 0;
    if (last.from >= now) this.audible.pop();
    else last.to = now;
  }

  mark(): void {
    throw new Error('This channel reports no playout');
  }

  sendEvent(event: ConversationEvent): void {
    this.events.push(event);
    if (event.type !== 'agent_speech_started') return;
    if (event.kind === 'reply') this.replyAt = this.#clock.monotonic();
    if (event.kind === 'prompt') this.promptAt = this.#clock.monotonic();
  }

  close(reason = 'closed'): void {
    const listener = this.#listener;
    this.#listener = null;
    this.#toInput.close();
    listener?.closed(reason);
  }

  /** Each frame is delivered when its last sample was spoken, or later. */
  #nextFrame(): void {
    if (!this.#listener) return;
    const now = this.#clock.monotonic();
    if (this.#caller.hasLeft(now, this)) return this.close();
    const pcm = this.#encoded(this.#mixed(this.#caller.frame(now, this), now));
    const { jitterMs = 0 } = this.#surroundings.condition;
    this.#deliveredAt = Math.max(this.#deliveredAt, now + FRAME_MS + Math.floor(jitterMs * this.#random()));
    this.#clock.after(this.#deliveredAt - now, () => this.#listener?.audio(pcm));
    this.#clock.after(FRAME_MS, () => this.#nextFrame());
  }

  #mixed(frame: Float32Array, now: number): Float32Array {
    const { condition, sound } = this.#surroundings;
    const gain = condition.background ? gainOfDb(condition.background.db) : 0;
    const start = Math.round((now - this.startedAt) * SAMPLES_PER_MS);
    for (let at = 0; at < FRAME_SAMPLES; at += 1) {
      frame[at]! += ROOM_NOISE * (this.#random() - 0.5);
      if (sound) frame[at]! += gain * sound.loop[(start + at) % sound.loop.length]!;
    }
    if (condition.echo) this.#addEcho(frame, now, condition.echo);
    if (condition.gainControl) this.#gainControl.apply(frame);
    return frame;
  }

  #addEcho(frame: Float32Array, now: number, { db, delayMs }: NonNullable<Condition['echo']>): void {
    const gain = gainOfDb(db);
    const start = Math.round((now - delayMs) * SAMPLES_PER_MS) + ECHO_WINDOW;
    for (let at = 0; at < frame.length; at += 1) {
      const place = (start + at) % ECHO_WINDOW;
      this.#echo += LOUDSPEAKER * (this.#played[place]! - this.#echo);
      frame[at]! += gain * this.#echo;
    }
    // What was returned is not returned again when the window wraps.
    for (let at = 0; at < frame.length; at += 1) this.#played[(start + at) % ECHO_WINDOW] = 0;
  }

  /** As the network delivers it: lost frames are silent, and telephones know 8 kHz only. */
  #encoded(frame: Float32Array): Int16Array {
    const { condition, inputRate } = this.#surroundings;
    if (this.#lostFrames > 0) this.#lostFrames -= 1;
    else if (this.#random() < (condition.loss ?? 0) / 2) this.#lostFrames = 1 + Math.floor(3 * this.#random());
    const isLost = this.#lostFrames > 0;
    const pcm = new Int16Array(frame.length);
    if (!isLost) for (let at = 0; at < frame.length; at += 1) pcm[at] = Math.max(-32_768, Math.min(32_767, frame[at]!));
    return inputRate === RATE ? pcm : decodeMulaw(encodeMulaw(this.#toInput.process(pcm)));
  }
}
