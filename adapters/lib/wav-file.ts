/** Reads the samples of a 16-bit WAV file, mixed down to one channel. Null for any other file. */
export function readWavFile(
  file: Uint8Array,
  mostChannels = 1,
): { readonly sampleRate: number; readonly samples: Int16Array } | null {
  const chunks = new Map(chunksOf(file));
  const [format, sound] = [chunks.get('fmt '), chunks.get('data')];
  if (!format || !sound || format.byteLength < 16 || !isPlain(format)) return null;
  const [channels, sampleRate] = [format.getUint16(2, true), format.getUint32(4, true)];
  if (channels < 1 || channels > mostChannels || sampleRate < 4_000 || sampleRate > 192_000) return null;
  return { sampleRate, samples: mixed(sound, channels) };
}

const isPlain = (format: DataView): boolean => format.getUint16(0, true) === 1 && format.getUint16(14, true) === 16;

function mixed(sound: DataView, channels: number): Int16Array {
  const samples = new Int16Array(Math.floor(sound.byteLength / (2 * channels)));
  for (let at = 0; at < samples.length; at += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1) sum += sound.getInt16(2 * (at * channels + channel), true);
    samples[at] = Math.round(sum / channels);
  }
  return samples;
}

/** The chunks of a RIFF file. A truncated file ends with a partial chunk. */
function* chunksOf(file: Uint8Array): Generator<[name: string, content: DataView]> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE') return;
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = Math.min(bytes.readUInt32LE(at + 4), bytes.length - at - 8);
    yield [bytes.toString('latin1', at, at + 4), new DataView(bytes.buffer, bytes.byteOffset + at + 8, length)];
    at += 8 + length + (length & 1);
  }
}
