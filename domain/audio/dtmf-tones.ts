import { dualTone } from './dual-tone.ts';

/** Frequencies of the rows and the columns of the keypad, in Hz. Source: ITU-T Q.23. */
export const DTMF_ROWS = [697, 770, 852, 941] as const;
export const DTMF_COLUMNS = [1_209, 1_336, 1_477, 1_633] as const;
/** Keys by row and column. */
export const DTMF_KEYS = ['123A', '456B', '789C', '*0#D'] as const;

/** Stands for a pause among keys. */
const PAUSE = 'w';
/** Length of a tone and of the silence after it, in ms. ITU-T Q.24 has receivers accept 40 ms of each at most. */
const TONE_MS = 160;
const GAP_MS = 100;
const PAUSE_MS = 500;
/** Amplitude of each of the two frequencies: -12 dB of full scale, far above speech in the background. */
const AMPLITUDE = 0.25 * 32_767;

/** Keys that can be sent: those of a telephone, and `w` for a pause of half a second. */
export const SENDABLE_KEYS = /^[0-9*#A-Dw]{1,32}$/;

/** The tones of these keys as audio at this rate, in whole frames of 20 ms. Other keys are left out. */
export function dtmfAudio(keys: string, sampleRate: number): Int16Array {
  const parts = [...keys].map((key) => partOf(key, sampleRate));
  const audio = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    audio.set(part, at);
    at += part.length;
  }
  return audio;
}

function partOf(key: string, sampleRate: number): Int16Array {
  if (key === PAUSE) return new Int16Array((PAUSE_MS * sampleRate) / 1_000);
  const row = DTMF_KEYS.findIndex((keys) => keys.includes(key));
  const low = DTMF_ROWS[row];
  const high = DTMF_COLUMNS[DTMF_KEYS[row]?.indexOf(key) ?? -1];
  return low === undefined || high === undefined ? new Int16Array(0) : keyTone([low, high], sampleRate);
}

function keyTone(frequencies: readonly [number, number], sampleRate: number): Int16Array {
  const audio = new Int16Array(((TONE_MS + GAP_MS) * sampleRate) / 1_000);
  audio.set(dualTone(frequencies, { ms: TONE_MS, amplitude: AMPLITUDE, sampleRate }));
  return audio;
}
