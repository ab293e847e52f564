/** Where the samples of a recording lie, and how they are to be read. */
export interface WavFacts {
  readonly sampleRate: number;
  readonly channels: number;
  /** The first byte of the samples. */
  readonly from: number;
  /** The byte after the last whole frame. */
  readonly to: number;
  readonly seconds: number;
}

/** So much of a file holds everything that comes before the samples. */
const HEAD_BYTES = 4_096;
const BYTES_PER_SAMPLE = 2;
const PCM = 1;

/** Reads the head of a WAV file of 16-bit samples; null when it is something else. */
export async function readWav(file: Blob): Promise<WavFacts | null> {
  const view = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (textAt(view, 0) !== 'RIFF' || textAt(view, 8) !== 'WAVE') return null;
  const format = chunkOf(view, 'fmt ');
  const data = chunkOf(view, 'data');
  if (!format || !data || format.bytes < 16 || view.getUint16(format.at, true) !== PCM) return null;
  const channels = view.getUint16(format.at + 2, true);
  const sampleRate = view.getUint32(format.at + 4, true);
  if (view.getUint16(format.at + 14, true) !== 8 * BYTES_PER_SAMPLE || channels === 0 || sampleRate === 0) return null;
  // A size that was never filled in, or that does not fit into its 32 bits, means "to the end".
  const bytes = Math.min(data.bytes, file.size - data.at);
  const frames = Math.floor(bytes / (channels * BYTES_PER_SAMPLE));
  const to = data.at + frames * channels * BYTES_PER_SAMPLE;
  return { sampleRate, channels, from: data.at, to, seconds: frames / sampleRate };
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

function textAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return '';
  return String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));
}
