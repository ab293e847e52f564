import { wavHeader } from '../../../domain/audio/wav.ts';

/** The samples as little-endian bytes in memory of their own. */
export const bytesOf = (pcm: Int16Array): Uint8Array => new Uint8Array(pcm.slice().buffer);

/** The samples in little-endian bytes. Drops an incomplete sample at the end. */
export const samplesOf = (bytes: Uint8Array): Int16Array =>
  new Int16Array(Uint8Array.from(bytes.subarray(0, bytes.length & ~1)).buffer);

/** Encodes bytes as Base64. */
export const base64Of = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64');

/** Splits audio into chunks of at most `maxSamples`. */
export function* chunksOf(pcm: Int16Array, maxSamples: number): Generator<Int16Array> {
  for (let at = 0; at < pcm.length; at += maxSamples) yield pcm.slice(at, at + maxSamples);
}

/** Mono audio as a WAV file. */
export function wavFile(pcm: Int16Array, sampleRate: number): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf(pcm);
  return Buffer.concat([wavHeader({ sampleRate, channels: 1, dataBytes: bytes.length }), bytes]);
}

/** The lowest rate that is not below the wanted one, or the highest. */
export const nearestRate = (rates: readonly number[], wanted: number): number =>
  rates.find((rate) => rate >= wanted) ?? Math.max(...rates);

/** Concatenates audio. */
export function concatAudio(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
