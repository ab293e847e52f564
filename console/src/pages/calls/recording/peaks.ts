import type { WavFacts } from '../../../parts/recording/wav.ts';

/** How loud each channel was in each column of a picture: from 0, silence, to 1. */
export type Peaks = readonly Float32Array[];

/** So much of a recording is looked at between two breaths of the page. In frames. */
const FRAMES_AT_ONCE = 1 << 17;
const FULL_SCALE = 32_768;

/**
 * The loudest sample of every column, channel by channel. The recording is read piece by piece, so that the page stays
 * alive and little of it is in memory, however long the call was. Stops early when it is not wanted any more.
 */
export async function peaksOf(file: Blob, wav: WavFacts, columns: number, signal?: AbortSignal): Promise<Peaks> {
  const frameBytes = wav.channels * Int16Array.BYTES_PER_ELEMENT;
  const frames = (wav.to - wav.from) / frameBytes;
  const peaks = Array.from({ length: wav.channels }, () => new Float32Array(columns));
  for (let first = 0; first < frames; first += FRAMES_AT_ONCE) {
    if (signal?.aborted) return peaks;
    const count = Math.min(FRAMES_AT_ONCE, frames - first);
    const from = wav.from + first * frameBytes;
    const samples = new Int16Array(await file.slice(from, from + count * frameBytes).arrayBuffer());
    peaks.forEach((channel, index) => raise(channel, { samples, index, step: wav.channels, first, frames }));
  }
  return peaks;
}

interface Piece {
  readonly samples: Int16Array;
  /** Which channel, of how many. */
  readonly index: number;
  readonly step: number;
  /** The first frame of the piece, and how many there are in all. */
  readonly first: number;
  readonly frames: number;
}

function raise(peaks: Float32Array, { samples, index, step, first, frames }: Piece): void {
  const perColumn = frames / peaks.length;
  for (let at = index, frame = first; at < samples.length; at += step, frame += 1) {
    const column = Math.min(peaks.length - 1, Math.floor(frame / perColumn));
    const loudness = Math.abs(samples[at] as number) / FULL_SCALE;
    if (loudness > (peaks[column] as number)) peaks[column] = loudness;
  }
}
