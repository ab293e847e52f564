import { WAV_HEADER_BYTES } from '../../domain/audio/wav.ts';

const FRAME_MS = 20;
/** Shorter silence is between the words of an utterance. */
const PAUSE_MS = 400;
const LOUD = 100;

/** The caller is left in a recording, the agent right. */
type Side = 0 | 1;

/** When frames of 20 ms of a side of a recording are loud, in ms from its beginning. */
function loudFramesIn(wav: Uint8Array, side: Side): number[] {
  const { buffer, byteOffset } = wav;
  const rate = new DataView(buffer, byteOffset).getUint32(24, true);
  const stereo = new Int16Array(buffer.slice(byteOffset + WAV_HEADER_BYTES, byteOffset + wav.length));
  const frame = (rate * FRAME_MS) / 1_000;
  const loud: number[] = [];
  for (let start = 0; start + frame <= stereo.length / 2; start += frame) {
    let sum = 0;
    for (let sample = start; sample < start + frame; sample += 1) sum += Math.abs(stereo[sample * 2 + side]!);
    if (sum / frame >= LOUD) loud.push((start / rate) * 1_000);
  }
  return loud;
}

/** How long a side of a recording is loud altogether, in ms. */
export const loudMsIn = (wav: Uint8Array, side: Side): number => loudFramesIn(wav, side).length * FRAME_MS;

/** How long the utterances of a side of a recording are, in ms. */
export function utterancesIn(wav: Uint8Array, side: Side): number[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const ms of loudFramesIn(wav, side)) {
    const last = spans.at(-1);
    if (last && ms - last.toMs < PAUSE_MS) last.toMs = ms + FRAME_MS;
    else spans.push({ fromMs: ms, toMs: ms + FRAME_MS });
  }
  return spans.map(({ fromMs, toMs }) => toMs - fromMs);
}
