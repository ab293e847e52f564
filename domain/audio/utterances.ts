import { detectSpeech, NO_SPEECH, SPEECH_START_MS } from '../voice/speech-detection.ts';

const FRAME_MS = 20;
/** Silence that ends an utterance, in ms. */
const PAUSE_MS = 700;
/** Pre-roll: audio before detected speech that belongs to the utterance, in ms. */
export const PRE_ROLL_MS = 300;
/** Longest utterance that vendors take, in ms. Longer speech is split. */
export const UTTERANCE_MAX_MS = 30_000;
/** Longest utterance of a recording, in ms. */
const LONGEST_MS = 25_000;

/** The utterances of a recording, each in whole frames of 20 ms. Frame length is in samples. */
export function* utterancesOf(
  pcm: Int16Array,
  frame: number,
  isSpeech: (piece: Int16Array) => boolean,
): Generator<Int16Array> {
  const frames = Math.ceil(pcm.length / frame);
  const timing = { startMs: SPEECH_START_MS, endMs: PAUSE_MS };
  const part = (from: number, to: number): Int16Array =>
    padded(pcm.subarray(from * frame, to * frame), (to - from) * frame);
  let detection = NO_SPEECH;
  let start = -1;
  for (let at = 0; at < frames; at += 1) {
    const { after, change } = detectSpeech(detection, isSpeech(part(at, at + 1)), FRAME_MS, timing);
    detection = after;
    if (change === 'started') start = Math.max(0, at + 1 - (SPEECH_START_MS + PRE_ROLL_MS) / FRAME_MS);
    if (start < 0 || (change !== 'stopped' && (at + 1 - start) * FRAME_MS < LONGEST_MS)) continue;
    yield part(start, at + 1);
    start = change === 'stopped' ? -1 : at + 1;
  }
  if (start >= 0 && start < frames) yield part(start, frames);
}

function padded(pcm: Int16Array, length: number): Int16Array {
  const whole = new Int16Array(length);
  whole.set(pcm);
  return whole;
}
