import { FRAME_BYTES, FRAME_MS } from '../../adapters/simulator/pcmu.ts';
import type { MediaStreamListener, SimulatedMediaStream } from '../../adapters/simulator/simulated-media-stream.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { PersonaPort } from '../../application/runtime/rehearsal/play-persona.ts';
import { encodeMulaw } from '../../domain/audio/mulaw.ts';
import type { CallerAction } from '../../domain/rehearsal/scenario.ts';
import { ScenarioTimeline } from '../../domain/rehearsal/timeline.ts';
import type { Background } from '../demo/synthetic-caller.ts';
import { GaplessFrames } from './gapless-frames.ts';
import type { AgentSpeechListener, AgentTranscriber } from './agent-transcriber.ts';
import { pause } from '../../application/with-timeout.ts';

/** Between two keys that a person presses. In milliseconds. */
const KEY_MS = 250;

/** How the call of a caller is connected. */
export interface TelephoneConnection {
  readonly media: Pick<SimulatedMediaStream, 'playback' | 'press' | 'close' | 'cut'>;
  readonly agent: Pick<AgentTranscriber, 'hear' | 'isBusy'>;
  /** Reports the end of the call to the installation. */
  readonly report: (by: 'caller' | 'agent') => void;
}

interface TelephoneCallerParts {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** What an action sounds like, at 8 kHz. */
  readonly soundOf: (action: CallerAction) => Promise<Int16Array>;
  readonly background: Background;
}

/** A caller's end of a telephone line: speaks, presses keys and hears at the carrier's end of a media stream. */
export class TelephoneCaller implements PersonaPort {
  readonly timeline: ScenarioTimeline;
  /** What the agent does besides speaking cannot be heard. */
  readonly happenings = 0;
  /** What the caller said, and when, in milliseconds of the call. */
  readonly sentSpeech: { readonly at: number; readonly pcm: Int16Array }[] = [];
  readonly #parts: TelephoneCallerParts;
  readonly #played = new GaplessFrames();
  #startedAt = 0;
  #connection: TelephoneConnection | null = null;
  #speech: Int16Array[] = [];
  #speechSent: () => void = () => undefined;

  constructor(parts: TelephoneCallerParts) {
    this.#parts = parts;
    this.timeline = new ScenarioTimeline(() => this.#now());
  }

  get isAgentBusy(): boolean {
    return this.#connection?.agent.isBusy === true;
  }

  /** What the media stream asks for and reports. */
  readonly stream: MediaStreamListener = {
    frame: () => this.#frame(),
    tick: (nowMs) => this.#listen(nowMs),
    // A person does not know keys by their tones.
    keys: () => undefined,
    closed: () => this.#end('agent'),
  };

  /** What the transcriber reports of the agent. Speech whose words are not known yet can be interrupted as well. */
  readonly agentSpeech: AgentSpeechListener = {
    starts: () => {
      this.timeline.add('agent_starts');
      this.timeline.add('agent_says', '');
    },
    stops: () => this.timeline.add('agent_stops'),
    says: (words) => this.timeline.add('agent_says', words),
  };

  /** The call is answered. */
  join(connection: TelephoneConnection): void {
    this.#connection = connection;
    // Who hung up before it was answered leaves now.
    if (this.timeline.isOver) {
      connection.report('caller');
      return connection.media.close();
    }
    this.#startedAt = this.#parts.clock.monotonic();
    this.timeline.add('connected');
  }

  wait(ms: number): Promise<void> {
    return pause(this.#parts.clock, ms);
  }

  async speak(action: CallerAction): Promise<void> {
    const pcm = await this.#parts.soundOf(action);
    for (let at = 0; at < pcm.length; at += FRAME_BYTES) {
      const frame = new Int16Array(FRAME_BYTES);
      frame.set(pcm.subarray(at, at + FRAME_BYTES));
      this.#speech.push(frame);
    }
    await new Promise<void>((resolve) => (this.#speechSent = resolve));
  }

  type(): void {
    throw new Error('A telephone has no keyboard: `types` is for agents in browsers');
  }

  /** Presses the keys one after the other. */
  press(keys: string): void {
    for (const [at, key] of [...keys].entries()) this.#parts.clock.after(at * KEY_MS, () => this.#pressKey(key));
  }

  #pressKey(key: string): void {
    if (!this.timeline.isOver) this.#connection?.media.press(key);
  }

  hangUp(): void {
    this.#end('caller');
    this.#connection?.media.close();
  }

  dropConnection(): void {
    this.#end('caller');
    this.#connection?.media.cut();
  }

  /** Hangs up if the call is not over. */
  close(): void {
    if (!this.timeline.isOver) this.hangUp();
  }

  #now(): number {
    return this.#parts.clock.monotonic() - this.#startedAt;
  }

  /** The next 20 ms of the microphone. Null: silence. */
  #frame(): string | null {
    const speech = this.#speech.shift() ?? null;
    if (speech) this.sentSpeech.push({ at: this.#now() - FRAME_MS, pcm: speech });
    if (this.#speech.length === 0) this.#speechSent();
    const frame = this.#parts.background(speech ?? new Int16Array(FRAME_BYTES));
    return frame.some((sample) => sample !== 0) ? Buffer.from(encodeMulaw(frame)).toString('base64') : null;
  }

  #listen(nowMs: number): void {
    if (!this.#connection) return;
    const { media, agent } = this.#connection;
    for (const frame of this.#played.take(media.playback, nowMs)) agent.hear(frame);
  }

  /** Why the agent's side ended the call is not known on the line. */
  #end(by: 'caller' | 'agent'): void {
    if (this.timeline.isOver) return;
    this.timeline.add('ended', by === 'caller' ? 'caller_left' : null);
    this.#connection?.report(by);
    this.#speechSent();
  }
}
