/** ITU-T G.711 inverts every other bit of a code. */
const TOGGLED = 0x55;

const SAMPLES = Int16Array.from({ length: 256 }, (_, code) => sampleOf(code));
const CODES = Uint8Array.from({ length: 1 << 12 }, (_, upper) => codeOf((upper << 20) >> 20));

/** Decodes A-law bytes to 16-bit samples. */
export function decodeAlaw(bytes: Uint8Array): Int16Array {
  const pcm = new Int16Array(bytes.length);
  for (let at = 0; at < pcm.length; at += 1) pcm[at] = SAMPLES[bytes[at] as number] as number;
  return pcm;
}

/** Encodes 16-bit samples as A-law, which keeps the upper twelve bits. */
export function encodeAlaw(pcm: Int16Array): Uint8Array {
  const bytes = new Uint8Array(pcm.length);
  for (let at = 0; at < pcm.length; at += 1) bytes[at] = CODES[((pcm[at] as number) >> 4) & 0xfff] as number;
  return bytes;
}

function sampleOf(code: number): number {
  const plain = code ^ TOGGLED;
  const exponent = (plain >> 4) & 7;
  const mantissa = ((plain & 0x0f) << 4) + 8;
  const magnitude = exponent === 0 ? mantissa : (mantissa + 0x100) << (exponent - 1);
  return plain < 0x80 ? -magnitude : magnitude;
}

function codeOf(sample: number): number {
  const magnitude = sample < 0 ? ~sample : sample;
  const exponent = Math.max(0, 31 - Math.clz32(magnitude) - 3);
  const mantissa = (exponent > 1 ? magnitude >> (exponent - 1) : magnitude) & 0x0f;
  return ((exponent << 4) | mantissa | (sample < 0 ? 0 : 0x80)) ^ TOGGLED;
}
