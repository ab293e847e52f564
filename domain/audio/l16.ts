/** Byte order of a sample: `big` as in RFC 3551, or `little`. */
export type ByteOrder = 'big' | 'little';

const BYTES_PER_SAMPLE = 2;

/** Decodes bytes to a copy of their samples. An incomplete last sample is dropped. */
export function decodeL16(bytes: Uint8Array, order: ByteOrder): Int16Array {
  const whole = new Uint8Array(bytes.subarray(0, bytes.length - (bytes.length % BYTES_PER_SAMPLE)));
  if (order === 'big') swap(whole);
  // Every processor Node runs on is little-endian.
  return new Int16Array(whole.buffer);
}

/** Encodes samples to a copy of their bytes. */
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
