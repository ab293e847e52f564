import { channelOf } from '../support/speech.ts';

const FRAME_MS = 20;
/** Shorter silence is between the words of an utterance. */
const PAUSE_MS = 400;
const LOUD = 100;

/** The caller is left in a recording, the agent right. */
type Side = 0 | 1;

/** When frames of 20 ms of a side of a recording are loud, in ms from its beginning. */
function loudFramesIn(wav: Uint8Array, side: Side): number[] {
  const rate = new DataView(wav.buffer, wav.byteOffset).getUint32(24, true);
  const samples = channelOf(wav, side);
  const frame = (rate * FRAME_MS) / 1_000;
  const starts = Array.from({ length: Math.floor(samples.length / frame) }, (_, at) => at * frame);
  const loudness = (start: number): number =>
    samples.subarray(start, start + frame).reduce((sum, sample) => sum + Math.abs(sample), 0) / frame;
  return starts.filter((start) => loudness(start) >= LOUD).map((start) => (start / rate) * 1_000);
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
