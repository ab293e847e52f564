import { readFileSync } from 'node:fs';

/** What is said in all of these. */
export const QUESTION = 'what are your opening hours';

/**
 * A question at 16 kHz in the local voice kal16, encoded and decoded by programs that share no code with our decoders:
 * - opus: `ffmpeg -f s16le -ar 16000 -ac 1 -i q.pcm -c:a libopus -application voip -b:a 20k q.opus` (FFmpeg 5.1, libopus
 *   1.3.1), the packets of its Ogg pages; decoded with FFmpeg's own decoder, `-c:a opus -i q.opus -f s16le -ar 16000`.
 * - amrWb: modes 0 to 8 of `E_IF_encode` of vo-amrwbenc 0.1.3, as frames of a file (RFC 4867, 5.3); mode 2 decoded with
 *   FFmpeg's own decoder, `-i q.awb -f s16le`.
 * - amrWbWithPause: the question, two seconds of silence and the question in mode 2, with discontinuous transmission.
 */
const encoded = JSON.parse(text('spoken-question.json')) as {
  readonly opus: readonly string[];
  readonly amrWb: readonly (readonly string[])[];
  readonly amrWbWithPause: readonly string[];
};

const bytes = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));

/** Packets of 20 ms. */
export const OPUS_PACKETS = encoded.opus.map(bytes);
/** Frames of 20 ms by mode. */
export const AMR_WB_FRAMES = encoded.amrWb.map((frames) => frames.map(bytes));
export const AMR_WB_WITH_PAUSE = encoded.amrWbWithPause.map(bytes);

/** FFmpeg leaves out what Opus decodes before its first sample. In samples at 16 kHz. */
export const OPUS_PRE_SKIP = 312 / 3;
export const OPUS_BY_FFMPEG = samples('spoken-question.opus.pcm');
export const AMR_WB_BY_FFMPEG = samples('spoken-question.amr-wb.pcm');

/** The payload of RFC 4867, section 4.3: a request for no mode, the table of contents, and the speech, bit by bit. */
export const bandwidthEfficient = (...frames: readonly Uint8Array[]): Uint8Array =>
  packed(
    `1111${frames.map((frame, at) => entry(frame, at + 1 < frames.length)).join('')}${frames.map(speech).join('')}`,
  );

/** The payload of RFC 4867, section 4.4: the same, each part filled up to whole bytes. */
export const octetAligned = (...frames: readonly Uint8Array[]): Uint8Array =>
  packed(
    `11110000${frames.map((frame, at) => `${entry(frame, at + 1 < frames.length)}00`).join('')}` +
      frames.map((frame) => whole(speech(frame))).join(''),
  );

const BITS = [132, 177, 253, 285, 317, 365, 397, 461, 477, 40];
const binary = (each: number, digits: number): string => each.toString(2).padStart(digits, '0');
const entry = (frame: Uint8Array, hasMore: boolean): string =>
  `${hasMore ? 1 : 0}${binary(((frame[0] ?? 0) >> 2) & 31, 5)}`;
const speech = (frame: Uint8Array): string =>
  Array.from(frame.subarray(1), (each) => binary(each, 8))
    .join('')
    .slice(0, BITS[(frame[0] ?? 0) >> 3] ?? 0);
const whole = (bits: string): string => bits.padEnd(Math.ceil(bits.length / 8) * 8, '0');
const packed = (bits: string): Uint8Array =>
  Uint8Array.from(whole(bits).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));

/** How far what was decoded is above its difference from the reference, in dB. */
export function signalToNoise(decoded: Int16Array, reference: Int16Array): number {
  let [signal, noise] = [0, 0];
  for (const [at, wanted] of reference.entries()) {
    signal += wanted ** 2;
    noise += (wanted - (decoded[at] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

/** All samples of what these pieces decode to. */
export const decodedBy = (
  { decode }: { decode(piece: Uint8Array): Int16Array },
  pieces: readonly Uint8Array[],
): Int16Array => Int16Array.from(pieces.flatMap((piece) => [...decode(piece)]));

function text(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}

function samples(name: string): Int16Array {
  const file = readFileSync(new URL(name, import.meta.url));
  return Int16Array.from({ length: file.length / 2 }, (_, at) => file.readInt16LE(at * 2));
}
