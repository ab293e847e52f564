import { levelDbOf } from './level.ts';
import { meanSquare, powerOf } from './tone-power.ts';

/** How the sound of a line changes: to words or other sound, by a beep that has ended, to silence after sound. */
export type SoundChange = 'sound' | 'beep' | 'quiet';

/** Length of the frames, in ms. */
const FRAME_MS = 20;
/** Frequencies of a beep, in Hz. Voices have most of their power below. */
const BEEP_HZ = { min: 380, max: 2_500 } as const;
/** Length of a beep, in ms: a longer tone is that of a fax or of a line. */
const BEEP_MS = { min: 120, max: 2_500 } as const;
/** Share of all power that its frequency has. A square wave has 0.81. */
const PURITY = 0.75;
/** How far its frequency moves, relative to that of its first frame. */
const DRIFT_MAX = 0.03;
/** Silence after sound, in ms. Most mailboxes beep within two seconds of their last word. */
const QUIET_MS = 3_000;
/** Sound that ends a silence, in ms. */
const SOUND_MS = 100;
/** Silence is this far below the loudest sound, and in any case below the floor. In dB. */
const QUIET_BELOW_DB = 25;
const FLOOR_DB = -55;

/**
 * Finds beeps and silences on a line, which end the greeting of a mailbox. The frequency of a beep is free: a tone is a
 * sequence in which each sample and the second next add up to a fixed multiple of the sample between them.
 */
export class BeepDetector {
  readonly #sampleRate: number;
  #last: SoundChange | null = null;
  #loudestDb = FLOOR_DB;
  /** The frequency with which the present tone began. */
  #hertz: number | null = null;
  #toneMs = 0;
  #soundMs = 0;
  #quietMs = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Takes the next 20 ms. Answers the change that they complete. */
  push(frame: Int16Array): SoundChange | null {
    const db = levelDbOf(frame);
    this.#loudestDb = Math.max(this.#loudestDb, db);
    const isSounding = db > Math.max(FLOOR_DB, this.#loudestDb - QUIET_BELOW_DB);
    const change = this.#changeAt(isSounding, isSounding ? this.#toneOf(frame) : null);
    if (change === null || (change === this.#last && change !== 'beep')) return null;
    this.#last = change;
    return change;
  }

  #changeAt(isSounding: boolean, hertz: number | null): SoundChange | null {
    const beepMs = this.#follow(hertz);
    this.#quietMs = isSounding ? 0 : this.#quietMs + FRAME_MS;
    this.#soundMs = isSounding && hertz === null ? this.#soundMs + FRAME_MS : 0;
    if (beepMs >= BEEP_MS.min && beepMs <= BEEP_MS.max) return 'beep';
    if (this.#soundMs >= SOUND_MS || this.#toneMs > BEEP_MS.max) return 'sound';
    return this.#last === 'sound' && this.#quietMs >= QUIET_MS ? 'quiet' : null;
  }

  /** Follows a tone. Answers the length of the one that has ended, or 0. */
  #follow(hertz: number | null): number {
    if (hertz !== null && this.#hertz !== null && Math.abs(hertz - this.#hertz) <= DRIFT_MAX * this.#hertz) {
      this.#toneMs += FRAME_MS;
      return 0;
    }
    const endedMs = this.#toneMs;
    this.#hertz = hertz;
    this.#toneMs = hertz === null ? 0 : FRAME_MS;
    return endedMs;
  }

  /** The frequency that has almost all power, or null. */
  #toneOf(frame: Int16Array): number | null {
    // At telephone rate the neighbours of a sample differ enough to show the frequency.
    const step = Math.max(1, Math.round(this.#sampleRate / 8_000));
    let sum = 0;
    let squares = 0;
    for (let at = step; at + step < frame.length; at += 1) {
      sum += (frame[at - step]! + frame[at + step]!) * frame[at]!;
      squares += frame[at]! ** 2;
    }
    const cosine = squares === 0 ? 1 : sum / squares / 2;
    if (Math.abs(cosine) >= 1) return null;
    const hertz = (Math.acos(cosine) * this.#sampleRate) / step / (2 * Math.PI);
    if (hertz < BEEP_HZ.min || hertz > BEEP_HZ.max) return null;
    return 2 * powerOf(frame, hertz, this.#sampleRate) >= PURITY * meanSquare(frame) ? hertz : null;
  }
}
