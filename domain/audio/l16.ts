/** Which byte of a sample comes first: `big` the upper one, as RFC 3551 has it, `little` the lower one. */
export type ByteOrder = 'big' | 'little';

const BYTES_PER_SAMPLE = 2;

/** Samples of these bytes, copied. Half a sample at the end is left out. */
export function decodeL16(bytes: Uint8Array, order: ByteOrder): Int16Array {
  const whole = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % BYTES_PER_SAMPLE)));
  if (order === 'big') swap(whole);
  // Samples are little-endian in every processor Node runs us on.
  return new Int16Array(whole.buffer);
}

/** Bytes of these samples, copied. */
export function encodeL16(pcm: Int16Array, order: ByteOrder): Uint8Array {
  const bytes = new Uint8Array(pcm.slice().buffer);
  if (order === 'big') swap(bytes);
  return bytes;
}

function swap(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += BYTES_PER_SAMPLE) {
    const first = bytes[at] as number;
    bytes[at] = bytes[at + 1] as number;
    bytes[at + 1] = first;
  }
}
