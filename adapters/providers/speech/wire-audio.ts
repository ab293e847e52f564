import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import { bytesOf, piecesOf, samplesOf } from './pcm.ts';

/** The rate of the telephone. Its audio is µ-law already: sent as that it loses nothing and takes half the way. */
const TELEPHONE_RATE = 8_000;

/** How audio travels to a vendor and back. */
export interface WireAudio {
  readonly isMulaw: boolean;
  readonly sampleBytes: number;
  encode(pcm: Int16Array): Uint8Array;
  decode(bytes: Uint8Array): Int16Array;
}

/** 16-bit samples, little end first. */
export const PCM_AUDIO: WireAudio = { isMulaw: false, sampleBytes: 2, encode: bytesOf, decode: samplesOf };
const MULAW: WireAudio = { isMulaw: true, sampleBytes: 1, encode: encodeMulaw, decode: decodeMulaw };

/** µ-law at the rate of the telephone, 16-bit PCM at every other. For vendors who take both. */
export const wireAudio = (sampleRate: number): WireAudio => (sampleRate === TELEPHONE_RATE ? MULAW : PCM_AUDIO);

/** Audio that came as Base64 in a message; none when it is no text. */
export const audioInBase64 = ({ decode }: WireAudio, text: unknown): Int16Array =>
  typeof text === 'string' ? decode(Buffer.from(text, 'base64')) : new Int16Array(0);

/** A stream of bytes as pieces of audio of at most so many samples, wherever the bytes are split. */
export async function* audioOf(
  bytes: AsyncIterable<Uint8Array>,
  mostSamples: number,
  { sampleBytes, decode } = PCM_AUDIO,
): AsyncGenerator<Int16Array> {
  let half = new Uint8Array(0);
  for await (const piece of bytes) {
    const all = half.length === 0 ? piece : Buffer.concat([half, piece]);
    const whole = all.length - (all.length % sampleBytes);
    half = Uint8Array.from(all.subarray(whole));
    yield* piecesOf(decode(all.subarray(0, whole)), mostSamples);
  }
}

/** The header of a WAV file is no longer than this. */
const LONGEST_HEADER = 128;
const DATA = 'data';

/** Audio without the header that makes it a file, for vendors who send one where none was asked for. */
export function withoutWavHeader(bytes: Uint8Array): Uint8Array {
  const head = Buffer.from(bytes.subarray(0, LONGEST_HEADER)).toString('latin1');
  const data = head.startsWith('RIFF') ? head.indexOf(DATA) : -1;
  return data === -1 ? bytes : bytes.subarray(data + 2 * DATA.length);
}
