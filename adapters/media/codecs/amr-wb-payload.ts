/** One frame of 20 ms. */
export interface AmrWbFrame {
  /** https://www.rfc-editor.org/rfc/rfc4867#section-4.3.1: 0 to 8 are speech, 9 comfort noise, 14 lost speech, 15 nothing. */
  readonly type: number;
  /** The frame as it stands in a file: https://www.rfc-editor.org/rfc/rfc4867#section-5.3 */
  readonly stored: Uint8Array;
}

/** Bits of speech by frame type: https://www.rfc-editor.org/rfc/rfc4867#section-3.6 */
const SPEECH_BITS = [132, 177, 253, 285, 317, 365, 397, 461, 477];
const COMFORT_NOISE = 9;
const COMFORT_NOISE_BITS = 40;
const [LOST, NOTHING] = [14, 15] as const;
/** Most frames in a packet: 240 ms. More is damage or an attack, because an empty frame costs the sender 6 bits. */
const FRAMES_MAX = 12;
const MODE_REQUEST_BITS = 4;

/** An empty frame, for which a decoder makes comfort noise. */
export const NO_DATA: AmrWbFrame = { type: NOTHING, stored: Uint8Array.of((NOTHING << 3) | 4) };

/** Whether the frame is part of a pause (discontinuous transmission). */
export const isOfPause = ({ type }: AmrWbFrame): boolean => type === COMFORT_NOISE || type === NOTHING;

/**
 * The frames of an RTP payload (RFC 4867). Empty if it is damaged. Which of the two formats a call has is negotiated
 * outside this stream. Lengths, reserved bits and padding distinguish them. Interleaving and checksums are not
 * supported.
 */
export function amrWbFrames(payload: Uint8Array): AmrWbFrame[] {
  return bandwidthEfficient(payload) ?? octetAligned(payload) ?? [];
}

/** https://www.rfc-editor.org/rfc/rfc4867#section-4.3 */
function bandwidthEfficient(payload: Uint8Array): AmrWbFrame[] | null {
  const bits = new Bits(payload);
  bits.skip(MODE_REQUEST_BITS);
  const contents = tableOf(bits);
  const length = contents?.reduce((sum, { type }) => sum + bitsOf(type), bits.at) ?? 0;
  if (!contents || Math.ceil(length / 8) !== payload.length) return null;
  const frames = contents.map((entry) => stored(entry, bits));
  return bits.isRestZero() ? frames : null;
}

/** https://www.rfc-editor.org/rfc/rfc4867#section-4.4 */
function octetAligned(payload: Uint8Array): AmrWbFrame[] | null {
  const bits = new Bits(payload);
  bits.skip(MODE_REQUEST_BITS);
  if (bits.take(4) !== 0) return null;
  const contents = tableOf(bits, 2);
  const length = contents?.reduce((sum, { type }) => sum + Math.ceil(bitsOf(type) / 8), bits.at / 8) ?? 0;
  if (!contents || length !== payload.length) return null;
  return contents.map((entry) => {
    const frame = stored(entry, bits);
    bits.align();
    return frame;
  });
}

interface Entry {
  readonly type: number;
  readonly isGood: boolean;
}

/** The table of contents: a flag for more entries, the type, the quality, and reserved zero bits. */
function tableOf(bits: Bits, reserved = 0): Entry[] | null {
  const entries: Entry[] = [];
  for (let hasMore = true; hasMore;) {
    if (entries.length === FRAMES_MAX || bits.left < 6 + reserved) return null;
    hasMore = bits.take(1) === 1;
    const type = bits.take(4);
    entries.push({ type, isGood: bits.take(1) === 1 });
    if (!isKnown(type) || bits.take(reserved) !== 0) return null;
  }
  return entries;
}

const isKnown = (type: number): boolean => type <= COMFORT_NOISE || type === LOST || type === NOTHING;
const bitsOf = (type: number): number => (type === COMFORT_NOISE ? COMFORT_NOISE_BITS : (SPEECH_BITS[type] ?? 0));

function stored({ type, isGood }: Entry, bits: Bits): AmrWbFrame {
  const length = bitsOf(type);
  const bytes = new Uint8Array(1 + Math.ceil(length / 8));
  bytes[0] = (type << 3) | (isGood ? 4 : 0);
  for (let at = 0; at < length; at += 8) {
    const count = Math.min(8, length - at);
    bytes[1 + at / 8] = bits.take(count) << (8 - count);
  }
  return { type, stored: bytes };
}

/** Reads bits, most significant first. */
class Bits {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.at;
  }

  skip(count: number): void {
    this.at += count;
  }

  align(): void {
    this.at = Math.ceil(this.at / 8) * 8;
  }

  /** Takes at most eight bits. Bits beyond the end are zero. */
  take(count: number): number {
    const [byte, offset] = [this.at >> 3, this.at & 7];
    this.at += count;
    const two = ((this.#bytes[byte] ?? 0) << 8) | (this.#bytes[byte + 1] ?? 0);
    return (two >> (16 - offset - count)) & ((1 << count) - 1);
  }

  isRestZero(): boolean {
    return this.left <= 0 || this.take(this.left) === 0;
  }
}
