/** Bytes per millisecond of mu-law at 8 kHz. */
const BYTES_PER_MS = 8;
/** Most buffered audio, as at Plivo. In bytes. */
const BUFFERED_BYTES_MAX = 40_000 * BYTES_PER_MS;
/** Most recorded audio of one side. In bytes. */
const KEPT_BYTES_MAX = 600_000 * BYTES_PER_MS;

const NONE: readonly string[] = [];

/** A chunk of audio and when it played. In milliseconds since the socket opened. */
export interface HeardPiece {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** Plays received audio in real time, with checkpoints. */
export class Playback {
  readonly #waiting: Uint8Array[] = [];
  #checkpoints: { readonly name: string; readonly at: number }[] = [];
  #heard: HeardPiece[] = [];
  #kept = 0;
  /** Total bytes received, and total bytes played or cleared. */
  #written = 0;
  #played = 0;
  /** Bytes of the first buffered chunk already played. */
  #playedOfFirst = 0;
  #now = 0;
  /** How often audio arrived after a short gap in playback. */
  gaps = 0;
  /** Bytes dropped because the buffer was full. */
  overflow = 0;
  lastSoundMs: number | null = null;

  /** Whether audio is playing. */
  get isSounding(): boolean {
    return this.#waiting.length > 0;
  }

  get heard(): readonly HeardPiece[] {
    return this.#heard;
  }

  /** Plays after everything buffered, or at once when nothing is. */
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

  /** Adds a checkpoint, reached when everything before it has played. */
  checkpoint(name: string): void {
    this.#checkpoints.push({ name, at: this.#written });
  }

  /** Clears unplayed audio. Its checkpoints are never reached. */
  clear(nowMs: number): void {
    this.advance(nowMs);
    const [first] = this.#waiting;
    if (first) this.#keep(first.subarray(0, this.#playedOfFirst), this.#now - this.#playedOfFirst / BYTES_PER_MS);
    this.#waiting.length = 0;
    this.#playedOfFirst = 0;
    this.#played = this.#written;
    this.#checkpoints = [];
  }

  /** Plays until now. Answers the checkpoints reached. */
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

  /** Discards the recording. */
  discardRecording(): void {
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
