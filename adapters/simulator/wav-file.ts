/** The samples of a WAV file of 16-bit mono audio, wherever in the file they are; null for any other file. */
export function readWavFile(file: Uint8Array): { readonly sampleRate: number; readonly samples: Int16Array } | null {
  const chunks = new Map(chunksOf(file));
  const [format, sound] = [chunks.get('fmt '), chunks.get('data')];
  if (!format || !sound || format.byteLength < 16) return null;
  const isPlain =
    format.getUint16(0, true) === 1 && format.getUint16(2, true) === 1 && format.getUint16(14, true) === 16;
  const sampleRate = format.getUint32(4, true);
  if (!isPlain || sampleRate < 4_000 || sampleRate > 192_000) return null;
  const samples = Int16Array.from({ length: sound.byteLength >> 1 }, (_, at) => sound.getInt16(2 * at, true));
  return { sampleRate, samples };
}

/** The chunks of a RIFF file of sound; of a file that breaks off, the last one as far as it goes. */
function* chunksOf(file: Uint8Array): Generator<[name: string, content: DataView]> {
  const bytes = Buffer.from(file);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    yield [bytes.toString('latin1', at, at + 4), new DataView(bytes.buffer, bytes.byteOffset + at + 8, length)];
    at += 8 + length + (length & 1);
  }
}
