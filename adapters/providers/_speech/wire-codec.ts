import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { bytesOf, chunksOf, samplesOf } from './pcm.ts';

/** Rate of telephone audio. PCMU there is lossless and half the size of L16. */
const TELEPHONY_RATE = 8_000;

/** How audio is encoded on the wire to a vendor. */
export interface WireCodec {
  readonly isMulaw: boolean;
  readonly sampleBytes: number;
  encode(pcm: Int16Array): Uint8Array;
  decode(bytes: Uint8Array): Int16Array;
}

/** 16-bit little-endian samples. */
export const PCM_CODEC: WireCodec = { isMulaw: false, sampleBytes: 2, encode: bytesOf, decode: samplesOf };
const MULAW: WireCodec = { isMulaw: true, sampleBytes: 1, encode: encodeMulaw, decode: decodeMulaw };

/** PCMU at 8 kHz, L16 at other rates, for vendors that accept both. */
export const wireCodec = (sampleRate: number): WireCodec => (sampleRate === TELEPHONY_RATE ? MULAW : PCM_CODEC);

/** Decodes Base64. Empty when the value is not a text. */
export const bytesInBase64 = (text: unknown): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text, 'base64') : new Uint8Array(0);

/**
 * Decodes a byte stream that may be split inside a sample. Keeps incomplete samples for the next bytes; otherwise all
 * later samples would be noise.
 */
export class SampleJoiner {
  readonly #wire: WireCodec;
  #rest = new Uint8Array(0);

  constructor(wire: WireCodec) {
    this.#wire = wire;
  }

  /** Decodes the complete samples. */
  join(bytes: Uint8Array): Int16Array {
    const { sampleBytes, decode } = this.#wire;
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % sampleBytes);
    this.#rest = Uint8Array.from(all.subarray(whole));
    return decode(all.subarray(0, whole));
  }

  /** Ends the stream. Drops an incomplete sample. */
  end(): void {
    this.#rest = new Uint8Array(0);
  }
}

/** Decodes a byte stream into chunks of at most `maxSamples`. */
export async function* audioChunks(
  bytes: AsyncIterable<Uint8Array>,
  maxSamples: number,
  wire = PCM_CODEC,
): AsyncGenerator<Int16Array> {
  const samples = new SampleJoiner(wire);
  for await (const chunk of bytes) yield* chunksOf(samples.join(chunk), maxSamples);
}

/** Maximum length of a WAV header, in bytes. */
const HEADER_MAX_BYTES = 128;
const DATA = 'data';

/** Removes the WAV header that some vendors send without being asked. */
export function withoutWavHeader(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, HEADER_MAX_BYTES)).toString('latin1');
  const data = head.startsWith('RIFF') ? head.indexOf(DATA) : -1;
  return data === -1 ? bytes : bytes.subarray(data + 2 * DATA.length);
}
