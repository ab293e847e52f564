import type { Playback } from '../../adapters/simulator/playback.ts';
import { FRAME_BYTES, FRAME_MS, TELEPHONE_RATE } from '../../adapters/simulator/pcmu.ts';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';

/** What was played of a call, as frames of 20 ms one after the other, with silence where nothing sounded. */
export class GaplessFrames {
  /** Pieces of the playback that were taken. */
  #taken = 0;
  #samples = 0;
  #rest = new Int16Array(0);

  /** The frames since the last time. */
  take({ heard, isSounding }: Pick<Playback, 'heard' | 'isSounding'>, nowMs: number): Int16Array[] {
    const frames: Int16Array[] = [];
    for (; this.#taken < heard.length; this.#taken += 1) {
      const { atMs, bytes } = heard[this.#taken]!;
      this.#silentUntil(atMs, frames);
      this.#add(decodeMulaw(bytes), frames);
    }
    if (!isSounding) this.#silentUntil(nowMs, frames);
    return frames;
  }

  #silentUntil(ms: number, frames: Int16Array[]): void {
    const missingMs = ms - (this.#samples * 1_000) / TELEPHONE_RATE;
    for (let left = Math.floor(missingMs / FRAME_MS); left > 0; left -= 1)
      this.#add(new Int16Array(FRAME_BYTES), frames);
  }

  #add(pcm: Int16Array, frames: Int16Array[]): void {
    this.#samples += pcm.length;
    const all = new Int16Array(this.#rest.length + pcm.length);
    all.set(this.#rest);
    all.set(pcm, this.#rest.length);
    const whole = all.length - (all.length % FRAME_BYTES);
    for (let at = 0; at < whole; at += FRAME_BYTES) frames.push(all.slice(at, at + FRAME_BYTES));
    this.#rest = all.slice(whole);
  }
}
