import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { bytesOf, chunksOf, samplesOf } from './pcm.ts';

/** The rate of the telephone. Its audio is µ-law already: sent as that it loses nothing and takes half the way. */
const TELEPHONY_RATE = 8_000;

/** How audio travels to a vendor and back. */
export interface WireCodec {
  readonly isMulaw: boolean;
  readonly sampleBytes: number;
  encode(pcm: Int16Array): Uint8Array;
  decode(bytes: Uint8Array): Int16Array;
}

/** 16-bit samples, little end first. */
export const PCM_CODEC: WireCodec = { isMulaw: false, sampleBytes: 2, encode: bytesOf, decode: samplesOf };
const MULAW: WireCodec = { isMulaw: true, sampleBytes: 1, encode: encodeMulaw, decode: decodeMulaw };

/** µ-law at the rate of the telephone, 16-bit PCM at every other. For vendors who take both. */
export const wireCodec = (sampleRate: number): WireCodec => (sampleRate === TELEPHONY_RATE ? MULAW : PCM_CODEC);

/** Bytes that came as Base64 in a message; none when it is no text. */
export const bytesInBase64 = (text: unknown): Uint8Array =>
  typeof text === 'string' ? Buffer.from(text, 'base64') : new Uint8Array(0);

/**
 * Makes samples of a stream of bytes that a vendor cuts anywhere, in the middle of a sample too: what is left of a sample
 * waits for the next bytes. Without that every sample behind an odd cut would be noise.
 */
export class SampleJoiner {
  readonly #wire: WireCodec;
  #rest = new Uint8Array(0);

  constructor(wire: WireCodec) {
    this.#wire = wire;
  }

  /** The samples that are whole now. */
  join(bytes: Uint8Array): Int16Array {
    const { sampleBytes, decode } = this.#wire;
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const whole = all.length - (all.length % sampleBytes);
    this.#rest = Uint8Array.from(all.subarray(whole));
    return decode(all.subarray(0, whole));
  }

  /** The stream ends here: a sample that is not whole is dropped. */
  end(): void {
    this.#rest = new Uint8Array(0);
  }
}

/** A stream of bytes as pieces of audio of at most so many samples, wherever the bytes are split. */
export async function* audioChunks(
  bytes: AsyncIterable<Uint8Array>,
  maxSamples: number,
  wire = PCM_CODEC,
): AsyncGenerator<Int16Array> {
  const samples = new SampleJoiner(wire);
  for await (const chunk of bytes) yield* chunksOf(samples.join(chunk), maxSamples);
}

/** The header of a WAV file is no longer than this. */
const HEADER_MAX_BYTES = 128;
const DATA = 'data';

/** Audio without the header that makes it a file, for vendors who send one where none was asked for. */
export function withoutWavHeader(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, HEADER_MAX_BYTES)).toString('latin1');
  const data = head.startsWith('RIFF') ? head.indexOf(DATA) : -1;
  return data === -1 ? bytes : bytes.subarray(data + 2 * DATA.length);
}
