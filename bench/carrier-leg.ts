import { WebSocket } from 'ws';
import { FRAME_MS } from './frame-lateness.ts';
import type { Metronome } from './metronome.ts';
import { SILENCE, SPEECH } from './telephone-sound.ts';

/** Pause of the caller after the agent has finished, or has not answered, in ms. */
const PAUSE_MS = 300;
const TIMEOUT_MS = 2_000;

/** A caller's frame as Plivo sends it. */
const media = (payload: string): string =>
  `{"sequenceNumber":1,"streamId":"s1","event":"media","media":{"track":"inbound","timestamp":"1","chunk":1,"payload":"${payload}"},"extra_headers":"{}"}`;
export const SILENT = media(SILENCE);
/** The frames of a speech as a carrier sends them. */
export const carrierMessages = (frames: readonly string[]): string[] => frames.map(media);
export const SPEECH_MESSAGES = carrierMessages(SPEECH);
const START = JSON.stringify({
  event: 'start',
  start: {
    callId: 'c',
    streamId: 's1',
    tracks: ['inbound'],
    mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 },
  },
});

/** One call from the carrier's side, in Plivo's protocol: frames in real time, and what comes back is played in real time. */
export class CarrierLeg {
  /** When frames came, and how many were sent. */
  readonly arrivals: number[] = [];
  /** From the last frame of each speech to the first of its answer, in milliseconds. */
  readonly waits: number[] = [];
  sent = 0;
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #stop: () => void;
  #marks: { readonly name: string; readonly at: number }[] = [];
  #playsUntil = performance.now();
  readonly #messages: readonly string[];
  #speech: number;
  #talkedAt = performance.now();
  #isAsking = false;

  private constructor(socket: WebSocket, metronome: Metronome, messages: readonly string[]) {
    this.#socket = socket;
    this.#messages = messages;
    this.#speech = messages.length;
    socket.on('message', (bytes: Buffer) => this.#take(bytes.toString()));
    this.#stop = metronome.add(() => this.#tick());
    this.closed = new Promise((resolve) => socket.on('close', () => resolve(this.#stop())));
  }

  /** Calls and says `messages` again and again, each after the answer to the one before. */
  static async open(
    url: string,
    metronome: Metronome,
    messages: readonly string[] = SPEECH_MESSAGES,
  ): Promise<CarrierLeg> {
    return new CarrierLeg(await openCarrierSocket(url), metronome, messages);
  }

  async hangUp(): Promise<void> {
    this.#socket.close(1000);
    await this.closed;
  }

  #tick(): void {
    const now = performance.now();
    for (let mark = this.#marks[0]; mark && mark.at <= now; mark = this.#marks[0]) {
      this.#socket.send(`{"event":"playedStream","streamId":"s1","name":"${mark.name}"}`);
      this.#marks.shift();
    }
    const isAnswered = this.#playsUntil > this.#talkedAt;
    const quietMs = now - Math.max(this.#playsUntil, this.#talkedAt);
    if (quietMs > (isAnswered ? PAUSE_MS : TIMEOUT_MS)) this.#speech = 0;
    if (this.#speech < this.#messages.length) [this.#talkedAt, this.#isAsking] = [now, true];
    this.#socket.send(this.#messages[this.#speech] ?? SILENT);
    this.#speech += 1;
    this.sent += 1;
  }

  #answered(now: number): void {
    this.#isAsking = false;
    this.waits.push(now - this.#talkedAt);
  }

  #take(text: string): void {
    const now = performance.now();
    if (text.startsWith('{"event":"playAudio"')) {
      const frames = framesIn(text);
      for (let frame = 0; frame < frames; frame += 1) this.arrivals.push(now);
      if (this.#isAsking && this.#speech >= this.#messages.length) this.#answered(now);
      this.#playsUntil = Math.max(this.#playsUntil, now) + frames * FRAME_MS;
    } else if (text.startsWith('{"event":"checkpoint"')) {
      this.#marks.push({ name: (JSON.parse(text) as { name: string }).name, at: this.#playsUntil });
    } else {
      this.#playsUntil = now;
      this.#marks = [];
    }
  }
}

const PAYLOAD = '"payload":"';

/** Frames of 8 kHz mu-law in a message. */
function framesIn(text: string): number {
  const from = text.indexOf(PAYLOAD) + PAYLOAD.length;
  return Math.floor(((text.indexOf('"', from) - from) * 3) / 4 / (8 * FRAME_MS));
}

/** The same frames, sent to a server that sends them back. */
export class EchoLeg {
  /** How late every frame came back after it was due, in milliseconds. */
  readonly lateness: number[] = [];
  sent = 0;
  readonly #socket: WebSocket;
  readonly #stop: () => void;
  readonly #due: number[] = [];

  private constructor(socket: WebSocket, metronome: Metronome) {
    this.#socket = socket;
    socket.on('message', () => this.lateness.push(performance.now() - (this.#due.shift() ?? 0)));
    this.#stop = metronome.add((dueAt) => {
      this.#due.push(dueAt);
      socket.send(SPEECH_MESSAGES[this.sent % SPEECH_MESSAGES.length] ?? SILENT);
      this.sent += 1;
    });
  }

  static async open(url: string, metronome: Metronome): Promise<EchoLeg> {
    return new EchoLeg(await openSocket(url), metronome);
  }

  close(): void {
    this.#stop();
    this.#socket.terminate();
  }
}

/** The carrier's end of a call that begins now. */
export async function openCarrierSocket(url: string): Promise<WebSocket> {
  const socket = await openSocket(url);
  socket.send(START);
  return socket;
}

// A mask of zeros costs nothing: the load's own work should not be in the way.
const SOCKET = { perMessageDeflate: false, generateMask: () => undefined };

async function openSocket(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url, SOCKET);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}
