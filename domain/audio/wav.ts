/** Length of the header this file writes; the samples follow it. */
export const WAV_HEADER_BYTES = 44;

const BYTES_PER_SAMPLE = 2;
const LARGEST = 0xffff_ffff;
/** How µ-law is called in a header. */
const MULAW = 7;

export interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

/** How many bytes one moment takes, all channels together. */
export const wavFrameBytes = ({ channels }: Pick<WavFormat, 'channels'>): number => channels * BYTES_PER_SAMPLE;

/** What a telephone says as a WAV file: 8-bit µ-law, one channel. For whoever reads a file without an end. */
export function mulawWavHeader(sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = wavHeader({ sampleRate, channels: 1, dataBytes: 0 });
  const view = new DataView(header.buffer);
  view.setUint16(20, MULAW, true);
  view.setUint32(28, sampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  return header;
}

/** The header of a WAV file of 16-bit samples. Sizes its 32 bits cannot tell are clamped, which players read as "to the end". */
export function wavHeader({
  sampleRate,
  channels,
  dataBytes,
}: WavFormat & { readonly dataBytes: number }): Uint8Array<ArrayBuffer> {
  const header = new Uint8Array(WAV_HEADER_BYTES);
  const view = new DataView(header.buffer);
  const text = (at: number, word: string): void => header.set(new TextEncoder().encode(word), at);
  const frame = wavFrameBytes({ channels });
  text(0, 'RIFF');
  view.setUint32(4, Math.min(WAV_HEADER_BYTES - 8 + dataBytes, LARGEST), true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true); // length of the format that follows
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * frame, true);
  view.setUint16(32, frame, true);
  view.setUint16(34, 8 * BYTES_PER_SAMPLE, true);
  text(36, 'data');
  view.setUint32(40, Math.min(dataBytes, LARGEST), true);
  return header;
}
