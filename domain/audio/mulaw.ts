/** ITU-T G.711 µ-law uses 14 bits of a sample. */
const BIAS = 33;
const LARGEST = 0x1fff;

const SAMPLES = Int16Array.from({ length: 256 }, (_, code) => sampleOf(code));
const CODES = Uint8Array.from({ length: 1 << 14 }, (_, upper) => codeOf((upper << 18) >> 18));

/** Decodes µ-law bytes to 16-bit samples. */
export function decodeMulaw(bytes: Uint8Array): Int16Array {
  const pcm = new Int16Array(bytes.length);
  for (let at = 0; at < pcm.length; at += 1) pcm[at] = SAMPLES[bytes[at] as number] as number;
  return pcm;
}

/** Encodes 16-bit samples as µ-law. */
export function encodeMulaw(pcm: Int16Array): Uint8Array {
  const bytes = new Uint8Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) bytes[at] = CODES[((pcm[at] as number) >> 2) & 0x3fff] as number;
  return bytes;
}

function sampleOf(code: number): number {
  const inverted = ~code & 0xff;
  const exponent = (inverted >> 4) & 7;
  const magnitude = ((((inverted & 0x0f) << 1) + BIAS) << exponent) - BIAS;
  // Both zeros are zero.
  return (code < 0x80 ? -magnitude : magnitude) << 2;
}

function codeOf(sample: number): number {
  const magnitude = Math.min((sample < 0 ? ~sample : sample) + BIAS, LARGEST);
  const exponent = 31 - Math.clz32(magnitude) - 5;
  const code = 0x80 | (exponent << 4) | ((magnitude >> (exponent + 1)) & 0x0f);
  return ~(sample < 0 ? code : code & 0x7f) & 0xff;
}
