import { wavHeader } from '../../domain/audio/wav.ts';

/** Audio that began at a time, in ms. */
export interface PlacedAudio {
  readonly at: number;
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

const RATE = 16_000;

/**
 * Both sides of a call as a WAV file: the caller left, the agent right. Audio of the agent arrives ahead of its time, so
 * that each piece follows the one before; at `cuts`, what was not played yet is dropped, as a player would.
 */
export function stereoRecording(
  { caller, agent }: { readonly caller: readonly PlacedAudio[]; readonly agent: readonly PlacedAudio[] },
  { from, to, cuts }: { readonly from: number; readonly to: number; readonly cuts: readonly number[] },
): Uint8Array {
  const frames = Math.max(0, Math.ceil(((to - from) * RATE) / 1_000));
  const samples = new Int16Array(2 * frames);
  for (const [side, pieces] of [placed(caller, from, []), placed(agent, from, cuts)].entries())
    for (const { start, pcm, end } of pieces)
      for (let at = Math.max(0, start); at < Math.min(end, frames); at += 1)
        samples[2 * at + side] = pcm[at - start] ?? 0;
  const header = wavHeader({ sampleRate: RATE, channels: 2, dataBytes: samples.byteLength });
  const file = new Uint8Array(header.length + samples.byteLength);
  file.set(header);
  file.set(new Uint8Array(samples.buffer), header.length);
  return file;
}

interface Piece {
  readonly start: number;
  /** The sample before which it ends. */
  readonly end: number;
  readonly pcm: Int16Array;
}

function placed(audio: readonly PlacedAudio[], from: number, cuts: readonly number[]): Piece[] {
  const sampleAt = (ms: number): number => Math.round(((ms - from) * RATE) / 1_000);
  let free = 0;
  return audio.map(({ at, pcm: received, sampleRate }) => {
    const pcm = resampled(received, sampleRate);
    // A cut before this piece arrived has freed the player.
    const cutBefore = cuts.findLast((cut) => cut <= at);
    const start = Math.max(sampleAt(at), cutBefore === undefined ? free : Math.min(free, sampleAt(at)));
    const cut = cuts.find((each) => each > at);
    const end = Math.min(start + pcm.length, cut === undefined ? Infinity : sampleAt(cut));
    free = Math.max(start, end);
    return { start, end, pcm };
  });
}

/** The audio at the rate of the recording, by the nearest sample before. */
function resampled(pcm: Int16Array, sampleRate: number): Int16Array {
  if (sampleRate === RATE || sampleRate === 0) return pcm;
  const length = Math.floor((pcm.length * RATE) / sampleRate);
  return Int16Array.from({ length }, (_, at) => pcm[Math.floor((at * sampleRate) / RATE)] ?? 0);
}
