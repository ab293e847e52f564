/** Mu-law at 8 kHz: so many bytes a millisecond. */
const BYTES_PER_MS = 8;
/** More than this waits nowhere at Plivo either. In bytes. */
const BUFFERED_BYTES_MAX = 40_000 * BYTES_PER_MS;
/** Of what one side heard so much is kept. In bytes. */
const KEPT_BYTES_MAX = 600_000 * BYTES_PER_MS;

const NONE: readonly string[] = [];

/** A piece of sound, and when it was heard. In milliseconds since the socket opened. */
export interface HeardPiece {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** What a callee hears: sound in the order it came, in real time, with checkpoints between. */
export class Playback {
  readonly #waiting: Uint8Array[] = [];
  #checkpoints: { readonly name: string; readonly at: number }[] = [];
  #heard: HeardPiece[] = [];
  #kept = 0;
  /** Bytes that came, and bytes that were played or thrown away, since the beginning. */
  #written = 0;
  #played = 0;
  /** How much of the first waiting piece was played. */
  #playedOfFirst = 0;
  #now = 0;
  /** How often sound came too late to follow on what was played. */
  gaps = 0;
  /** Bytes that came although too much was waiting. */
  overflow = 0;
  lastSoundMs: number | null = null;

  /** Whether something is being played. */
  get isSounding(): boolean {
    return this.#waiting.length > 0;
  }

  get heard(): readonly HeardPiece[] {
    return this.#heard;
  }

  /** Plays this after everything that came before, beginning now when nothing is waiting. */
  write(bytes: Uint8Array, nowMs: number): void {
    if (this.#written - this.#played + bytes.length > BUFFERED_BYTES_MAX) {
      this.overflow += bytes.length;
      return;
    }
    if (!this.isSounding) {
      if (this.lastSoundMs !== null && nowMs - this.lastSoundMs < 200 && nowMs > this.lastSoundMs) this.gaps += 1;
      this.#now = nowMs;
    }
    this.#waiting.push(bytes);
    this.#written += bytes.length;
  }

  /** Will be told when everything that came before it was played. */
  checkpoint(name: string): void {
    this.#checkpoints.push({ name, at: this.#written });
  }

  /** Throws away what was not played; its checkpoints are never reached. */
  clear(nowMs: number): void {
    this.advance(nowMs);
    const [first] = this.#waiting;
    if (first) this.#keep(first.subarray(0, this.#playedOfFirst), this.#now - this.#playedOfFirst / BYTES_PER_MS);
    this.#waiting.length = 0;
    this.#playedOfFirst = 0;
    this.#played = this.#written;
    this.#checkpoints = [];
  }

  /** Plays until now, and answers the checkpoints that were reached. */
  advance(nowMs: number): readonly string[] {
    if (!this.isSounding && this.#checkpoints.length === 0) {
      this.#now = nowMs;
      return NONE;
    }
    let time = this.#now;
    while (this.#waiting.length > 0) {
      const first = this.#waiting[0]!;
      const left = first.length - this.#playedOfFirst;
      const playable = Math.floor((nowMs - time) * BYTES_PER_MS);
      if (playable < left) {
        if (playable > 0) {
          this.#playedOfFirst += playable;
          this.#played += playable;
          time += playable / BYTES_PER_MS;
        }
        break;
      }
      this.#keep(first, time - this.#playedOfFirst / BYTES_PER_MS);
      time += left / BYTES_PER_MS;
      this.#played += left;
      this.#playedOfFirst = 0;
      this.#waiting.shift();
      this.lastSoundMs = time;
    }
    this.#now = this.isSounding ? time : nowMs;
    return this.#reached();
  }

  /** Forgets what was heard. */
  forget(): void {
    this.#heard = [];
  }

  #reached(): readonly string[] {
    if (this.#checkpoints.length === 0) return NONE;
    const reached = this.#checkpoints.filter(({ at }) => at <= this.#played);
    if (reached.length > 0) this.#checkpoints = this.#checkpoints.slice(reached.length);
    return reached.map(({ name }) => name);
  }

  #keep(bytes: Uint8Array, atMs: number): void {
    if (bytes.length === 0 || this.#kept + bytes.length > KEPT_BYTES_MAX) return;
    this.#kept += bytes.length;
    this.#heard.push({ atMs, bytes });
  }
}
