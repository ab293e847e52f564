/** So much of a WAV file has everything that comes before its samples, as players expect. */
export const WAV_HEAD_BYTES = 4_096;

/** What the head of a WAV file says of its samples. */
export interface WavHead {
  /** 1: PCM. */
  readonly code: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
  readonly frameBytes: number;
  readonly bitsPerSample: number;
  /** The first byte of the samples. */
  readonly from: number;
  /** Bytes of samples that are announced. */
  readonly dataBytes: number;
}

const FORMAT_BYTES = 16;

/** Reads the first bytes of a WAV file. Null: it is none, or its samples begin later. */
export function readWavHead(head: Uint8Array): WavHead | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return null;
  const format = chunkOf(view, 'fmt ');
  const data = chunkOf(view, 'data');
  if (!format || !data || format.bytes < FORMAT_BYTES || format.at + FORMAT_BYTES > view.byteLength) return null;
  const [short, long] = [
    (at: number): number => view.getUint16(format.at + at, true),
    (at: number): number => view.getUint32(format.at + at, true),
  ];
  return {
    ...{ code: short(0), channels: short(2), sampleRate: long(4), bytesPerSecond: long(8) },
    ...{ frameBytes: short(12), bitsPerSample: short(14), from: data.at, dataBytes: data.bytes },
  };
}

interface Chunk {
  readonly at: number;
  readonly bytes: number;
}

function chunkOf(view: DataView, name: string): Chunk | null {
  for (let at = 12; at + 8 <= view.byteLength;) {
    const bytes = view.getUint32(at + 4, true);
    if (textAt(view, at) === name) return { at: at + 8, bytes };
    at += 8 + bytes + (bytes % 2);
  }
  return null;
}

const textAt = (view: DataView, at: number): string =>
  at + 4 > view.byteLength ? '' : String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
