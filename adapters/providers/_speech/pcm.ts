import { wavHeader } from '../../../domain/audio/wav.ts';

/** The samples as bytes of their own, little end first, as every vendor takes them and every machine of today has them. */
export const bytesOf = (pcm: Int16Array): Uint8Array => new Uint8Array(pcm.slice().buffer);

/** The samples in bytes; a half one at the end is left out. */
export const samplesOf = (bytes: Uint8Array): Int16Array =>
  new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length & ~1)).buffer);

/** Bytes as a message of text carries them. */
export const base64Of = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Audio cut into pieces of at most so many samples. */
export function* chunksOf(pcm: Int16Array, maxSamples: number): Generator<Int16Array> {
  for (let at = 0; at < pcm.length; at += maxSamples) yield pcm.slice(at, at + maxSamples);
}

/** One-channel audio as a WAV file. */
export function wavFile(pcm: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(pcm);
  return Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: bytes.length }), bytes]);
}

/** The lowest of the vendor's rates that loses nothing of what is wanted, or the highest there is. */
export const nearestRate = (rates: readonly number[], wanted: number): number =>
  rates.find((rate) => rate >= wanted) ?? Math.max(...rates);
