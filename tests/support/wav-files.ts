import { wavHeader } from '../../domain/audio/wav.ts';

interface WavParts {
  readonly seconds?: number;
  readonly sampleRate?: number;
  readonly channels?: number;
  /** What is changed in the head, by place: 16-bit numbers. */
  readonly changed?: Readonly<Record<number, number>>;
}

/** A recording of this length with a rising sound: its bytes tell where they were. */
export function wavFile({ seconds = 1, sampleRate = 16_000, channels = 2, changed = {} }: WavParts = {}): Buffer {
  const samples = new Int16Array(Math.round(seconds * sampleRate) * channels).map((_, at) => at % 2_000);
  const header = Buffer.from(wavHeader({ sampleRate, channels, dataBytes: samples.byteLength }));
  for (const [at, value] of Object.entries(changed)) header.writeUInt16LE(value, Number(at));
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

/** How a recording is sent. */
export const wavParts = (raw: Uint8Array) => ({ raw, headers: { 'content-type': 'audio/wav' } });
