import type { WebSocket } from 'ws';
import { openCarrierSocket, SILENT, SPEECH_MESSAGES } from '../carrier-leg.ts';
import type { Metronome } from '../metronome.ts';

/** Agent frames before the interruption, and caller frames of the interruption. */
const AGENT_FRAMES = 20;
const SPEECH_FRAMES = 25;
/** With this frame the sound is long enough to be taken for speech: 80 ms. */
const DECIDING_FRAME = 4;
/** An interruption that is not answered by a clear within this is missed. In milliseconds. */
const MISSED_MS = 2_000;

/** A caller who interrupts the agent again and again, from the carrier's side. */
export class InterruptingLeg {
  /** How long after the deciding frame each clear came, in milliseconds. */
  readonly clears: number[] = [];
  /** Frames of a reply that was cleared before. */
  stale = 0;
  missed = 0;
  frames = 0;
  readonly #socket: WebSocket;
  readonly #closed: Promise<void>;
  /** The frame of speech that is sent next; null while the caller listens. */
  #speaking: number | null = null;
  #decidedAt = 0;
  #awaitsClear = false;
  #inARow = 0;
  #latest = '';
  readonly #cleared = new Set<string>();

  private constructor(socket: WebSocket, metronome: Metronome) {
    this.#socket = socket;
    socket.on('message', (bytes: Buffer) => this.#take(bytes.toString()));
    const stop = metronome.add(() => this.#tick());
    this.#closed = new Promise((resolve) => socket.on('close', () => resolve(stop())));
  }

  static async open(url: string, metronome: Metronome): Promise<InterruptingLeg> {
    return new InterruptingLeg(await openCarrierSocket(url), metronome);
  }

  async hangUp(): Promise<void> {
    this.#socket.close(1000);
    await this.#closed;
  }

  #tick(): void {
    if (this.#speaking === null && this.#inARow >= AGENT_FRAMES) this.#interrupt();
    this.#socket.send(this.#speaking === null ? SILENT : (SPEECH_MESSAGES[this.#speaking] ?? SILENT));
    if (this.#awaitsClear && performance.now() - this.#decidedAt > MISSED_MS) this.#miss();
    if (this.#speaking === null) return;
    this.#speaking += 1;
    if (this.#speaking === DECIDING_FRAME) this.#decidedAt = performance.now();
    if (this.#speaking === SPEECH_FRAMES) this.#speaking = null;
  }

  #interrupt(): void {
    this.#speaking = 0;
    this.#inARow = 0;
    this.#awaitsClear = true;
    this.#decidedAt = performance.now();
  }

  #miss(): void {
    this.#awaitsClear = false;
    this.missed += 1;
  }

  #take(text: string): void {
    if (text.startsWith('{"event":"playAudio"')) this.#hear(soundOf(text));
    else if (text.startsWith('{"event":"clearAudio"')) this.#clear();
  }

  #hear(sound: string): void {
    this.frames += 1;
    if (this.#cleared.has(sound)) this.stale += 1;
    this.#latest = sound;
    this.#inARow = this.#speaking === null && !this.#awaitsClear ? this.#inARow + 1 : 0;
  }

  #clear(): void {
    if (!this.#awaitsClear) return;
    this.#awaitsClear = false;
    this.clears.push(performance.now() - this.#decidedAt);
    // Of several replies the bench's voice gives each another sound, and an old one is not repeated soon.
    this.#cleared.clear();
    this.#cleared.add(this.#latest);
  }
}

/** What a frame sounds like: replies of the bench's voice differ in the very first bytes. */
function soundOf(text: string): string {
  const start = text.indexOf('"payload":"') + '"payload":"'.length;
  return text.slice(start, start + 8);
}
