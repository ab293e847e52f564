import { wavHeader } from '../../../domain/audio/wav.ts';

const SAMPLE_BYTES = 2;

/** The samples as bytes of their own, little end first, as every vendor takes them. */
export function bytesOf(pcm: Int16Array): Uint8Array {
  const bytes = new Uint8Array(pcm.length * SAMPLE_BYTES);
  const view = new DataView(bytes.buffer);
  pcm.forEach((sample, at) => view.setInt16(at * SAMPLE_BYTES, sample, true));
  return bytes;
}

/** The samples in bytes; a half one at the end is left out. */
export function samplesOf(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, at) => view.getInt16(at * SAMPLE_BYTES, true));
}

/** Audio cut into pieces of at most so many samples. */
export function* piecesOf(pcm: Int16Array, mostSamples: number): Generator<Int16Array> {
  for (let at = 0; at < pcm.length; at += mostSamples) yield pcm.slice(at, at + mostSamples);
}

/** One-channel audio as a WAV file. */
export function wavFile(pcm: Int16Array, sampleRate: number): Uint8Array {
  const bytes = bytesOf(pcm);
  return Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: bytes.length }), bytes]);
}

/** The lowest of the vendor's rates that loses nothing of what is wanted, or the highest there is. */
export const nearestRate = (rates: readonly number[], wanted: number): number =>
  rates.find((rate) => rate >= wanted) ?? Math.max(...rates);
