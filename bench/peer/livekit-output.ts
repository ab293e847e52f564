import { voice } from '@livekit/agents';
import type { AudioFrame } from '@livekit/rtc-node';
import type { WebSocket } from 'ws';
import { encodeMulaw } from '../../domain/audio/mulaw.ts';
import { wait } from './script.ts';

/** Audio in a message, as the runtime sends it. In milliseconds. */
const MESSAGE_MS = 60;
/** The audio source of a room holds as much; so does the runtime on Plivo's streams. In milliseconds. */
const LEAD_MS = 200;

/** Stands for rtc-node's AudioSource: plays in real time over a carrier's socket, in messages of `MESSAGE_MS`, `LEAD_MS` ahead. */
export class SocketSource {
  #playsUntil = 0;
  #generation = 0;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get queuedMs(): number {
    return Math.max(0, this.#playsUntil - performance.now());
  }

  async capture(frame: AudioFrame): Promise<void> {
    const generation = this.#generation;
    const size = (frame.sampleRate * MESSAGE_MS) / 1_000;
    for (let at = 0; at < frame.samplesPerChannel; at += size) {
      const ahead = this.#playsUntil - performance.now() - LEAD_MS;
      if (ahead > 0) await wait(ahead);
      if (generation !== this.#generation) return;
      const pcm = frame.data.subarray(at, Math.min(at + size, frame.samplesPerChannel));
      const payload = Buffer.from(encodeMulaw(pcm).buffer).toString('base64');
      this.#socket.send(
        `{"event":"playAudio","media":{"contentType":"audio/x-mulaw","sampleRate":8000,"payload":"${payload}"}}`,
      );
      this.#playsUntil = Math.max(this.#playsUntil, performance.now()) + (pcm.length * 1_000) / frame.sampleRate;
    }
  }

  clear(): void {
    this.#generation += 1;
    this.#playsUntil = Math.min(this.#playsUntil, performance.now());
    this.#socket.send('{"event":"clearAudio","streamId":"s1"}');
  }

  async played(): Promise<void> {
    while (this.queuedMs > 0) await wait(this.queuedMs);
  }
}

/** A promise that anyone may settle, and whether it is. */
class Gate {
  isOpen = false;
  readonly opened: Promise<void>;
  #resolve!: () => void;

  constructor() {
    this.opened = new Promise((resolve) => (this.#resolve = resolve));
  }

  open(): void {
    this.isOpen = true;
    this.#resolve();
  }

  static opened(): Gate {
    const gate = new Gate();
    gate.open();
    return gate;
  }
}

/** What the framework's output of a room (`room_io/_output.ts`) does, with a socket for the room. */
export class SocketOutput extends voice.AudioOutput {
  readonly #source: SocketSource;
  #playing = Gate.opened();
  #idle = Gate.opened();
  #interrupted = new Gate();
  #generation = 0;
  #forwarding = 0;
  #pushedSecs = 0;
  #sentSecs = 0;
  #discardedSecs = 0;
  #hasStarted = false;
  #flushing: Promise<void> | null = null;

  constructor(sampleRate: number, source: SocketSource) {
    super(sampleRate, undefined, { pause: true });
    this.#source = source;
  }

  override pause(): void {
    if (this.#playing.isOpen) this.#playing = new Gate();
    if (this.#source.queuedMs > 0) {
      this.#discardedSecs += this.#source.queuedMs / 1_000;
      this.#source.clear();
    }
    super.pause();
  }

  override resume(): void {
    this.#playing.open();
    super.resume();
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    const generation = this.#generation;
    if (this.#flushing) await this.#flushing;
    if (generation !== this.#generation) return;
    const captured = super.captureFrame(frame);
    this.#pushedSecs += frame.samplesPerChannel / frame.sampleRate;
    const interrupted = this.#interrupted;
    const isStale = (): boolean => generation !== this.#generation || interrupted.isOpen;
    this.#forwarding += 1;
    if (this.#forwarding === 1 && this.#idle.isOpen) this.#idle = new Gate();
    try {
      await captured;
      while (!this.#playing.isOpen && !isStale()) await Promise.race([this.#playing.opened, interrupted.opened]);
      if (!isStale()) await this.#send(frame);
    } finally {
      this.#forwarding -= 1;
      if (this.#forwarding === 0) this.#idle.open();
    }
  }

  override flush(): void {
    super.flush();
    if (this.#pushedSecs > 0) this.#flushing ??= this.#playOut().finally(() => (this.#flushing = null));
  }

  override clearBuffer(): void {
    this.#generation += 1;
    if (this.#interrupted.isOpen || this.#pushedSecs === 0) return;
    this.flush();
    this.#interrupted.open();
  }

  async #send(frame: AudioFrame): Promise<void> {
    if (!this.#hasStarted) this.onPlaybackStarted(Date.now());
    this.#hasStarted = true;
    this.#sentSecs += frame.samplesPerChannel / frame.sampleRate;
    await this.#source.capture(frame);
  }

  async #playOut(): Promise<void> {
    const interruption = this.#interrupted;
    await Promise.race([this.#idle.opened.then(async () => this.#source.played()), interruption.opened]);
    const interrupted = interruption.isOpen;
    let playbackPosition = Math.max(this.#sentSecs - this.#discardedSecs, 0);
    if (interrupted) {
      playbackPosition = Math.max(playbackPosition - this.#source.queuedMs / 1_000, 0);
      this.#source.clear();
    }
    this.#pushedSecs = this.#sentSecs = this.#discardedSecs = 0;
    this.#hasStarted = false;
    if (this.#interrupted === interruption) this.#interrupted = new Gate();
    this.onPlaybackFinished({ playbackPosition, interrupted });
  }
}
