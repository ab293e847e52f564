/** Length of the header this file writes. The samples follow it. */
export const WAV_HEADER_BYTES = 44;

const BYTES_PER_SAMPLE = 2;
const LARGEST = 0xffff_ffff;
/** Format code of µ-law. */
const MULAW = 7;

export interface WavFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

/** Bytes per sample, all channels together. */
export const wavFrameBytes = ({ channels }: Pick<WavFormat, 'channels'>): number => channels * BYTES_PER_SAMPLE;

/** Header of a WAV stream of unknown length with telephone audio: 8-bit µ-law, one channel. */
export function mulawWavHeader(sampleRate: number): Uint8Array<ArrayBuffer> {
  const header = wavHeader({ sampleRate, channels: 1, dataBytes: 0 });
  const view = new DataView(header.buffer);
  view.setUint16(20, MULAW, true);
  view.setUint32(28, sampleRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  return header;
}

/** Header of a WAV file with 16-bit samples. Sizes above 32 bits are clamped, which players read as "to the end". */
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
