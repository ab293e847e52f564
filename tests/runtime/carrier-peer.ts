import { WebSocket } from 'ws';
import { type Side, SIDES, type Wire } from './carrier-sides.ts';

/** A telephone on a carrier's stream: it is always listened to, plays what it gets in real time, and tells the marks it comes by. */
export class CarrierPeer {
  readonly #side: Side;
  readonly #socket: WebSocket;
  /** What was played, and what was thrown away, in samples; and the largest sample that was played. */
  readonly played = { samples: 0, thrownAway: 0, loudest: 0 };
  readonly marks: string[] = [];
  /** Frames sent since the latest mark was reached. */
  sentSinceMark = 0;
  /** Lengths of the audio messages, in milliseconds. */
  readonly messagesMs: number[] = [];
  clears = 0;
  ended = false;
  readonly closed: Promise<number>;
  #queue: (Int16Array | string)[] = [];
  #level = 0;
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;

  private constructor(side: Side, socket: WebSocket) {
    this.#side = side;
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (bytes: Buffer, isBinary) => this.#take(isBinary ? bytes : bytes.toString()));
    this.closed = new Promise((resolve) =>
      socket.on('close', (code) => {
        if (this.#timer) clearInterval(this.#timer);
        resolve(code);
      }),
    );
  }

  /** Connects without a word. */
  static async connect(provider: string | Side, url: string): Promise<CarrierPeer> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    const peer = new CarrierPeer(typeof provider === 'string' ? (SIDES[provider] as Side) : provider, socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return peer;
  }

  /** Connects, begins the stream, and listens. */
  static async join(provider: string | Side, url: string): Promise<CarrierPeer> {
    const peer = await CarrierPeer.connect(provider, url);
    peer.begin();
    return peer;
  }

  begin(): void {
    for (const message of this.#side.start) this.send(message);
    const startedAt = performance.now();
    let beats = 0;
    this.#timer = setInterval(() => {
      for (const due = (performance.now() - startedAt) / 20; beats < due; beats += 1) this.#tick();
    }, 10);
  }

  /** Whether the caller's last packet was sound. */
  get isTalking(): boolean {
    return this.#sent !== 0;
  }

  /** From now on the caller talks, or is silent. */
  talk(on: boolean): void {
    this.#level = on ? 8_000 : 0;
  }

  press(digit: string): void {
    this.send(this.#side.dtmf(digit));
  }

  send(message: object | Wire): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    const isWire = typeof message === 'string' || Buffer.isBuffer(message);
    this.#socket.send(isWire ? message : JSON.stringify(message));
  }

  /** The caller hangs up. */
  async hangUp(): Promise<void> {
    if (this.#side.stop) this.send(this.#side.stop);
    else this.#socket.close(1000);
    await this.closed;
  }

  /** Reads nothing any more. */
  stopReading(): void {
    this.#socket.pause();
  }

  #take(message: Wire): void {
    const received = this.#side.read(message);
    if (received.type === 'audio') {
      this.messagesMs.push((received.pcm.length / this.#side.rate) * 1000);
      this.#queue.push(received.pcm);
    } else if (received.type === 'mark') this.#queue.push(received.name);
    else if (received.type === 'end') this.ended = true;
    else this.#clear();
  }

  #clear(): void {
    this.clears += 1;
    const thrownAway = this.#queue;
    this.#queue = [];
    for (const each of thrownAway)
      if (typeof each !== 'string') this.played.thrownAway += each.length;
      else if (this.#side.returnsClearedMarks) this.send(this.#side.played(each));
    if (this.#side.cleared) this.send(this.#side.cleared);
  }

  /** Twenty milliseconds pass: some are sent, and some of what waits is played. */
  #tick(): void {
    const samples = (this.#side.rate * 20) / 1000;
    this.#sent = this.#level;
    this.send(this.#side.media(new Int16Array(samples).fill(this.#level)));
    this.sentSinceMark += 1;
    for (let left = samples; left > 0 && this.#queue.length > 0;) {
      const [next] = this.#queue;
      if (typeof next === 'string') {
        this.#queue.shift();
        this.#reach(next);
      } else if (next) left = this.#play(next, left);
    }
    while (typeof this.#queue[0] === 'string') {
      const name = this.#queue.shift() as string;
      this.#reach(name);
    }
  }

  #reach(mark: string): void {
    this.marks.push(mark);
    this.sentSinceMark = 0;
    this.send(this.#side.played(mark));
  }

  #play(pcm: Int16Array, most: number): number {
    const part = pcm.subarray(0, most);
    this.played.samples += part.length;
    for (const sample of part) this.played.loudest = Math.max(this.played.loudest, Math.abs(sample));
    if (part.length === pcm.length) this.#queue.shift();
    else this.#queue[0] = pcm.subarray(most);
    return most - part.length;
  }
}
