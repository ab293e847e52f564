// Field numbers of pipecat's frames.proto: Frame { audio = 2, message = 4 },
// AudioRawFrame { audio = 3, sample_rate = 4, num_channels = 5 }, MessageFrame { data = 1 }.
const FRAME = { audio: 2, message: 4 };
const AUDIO = { bytes: 3, sampleRate: 4, channels: 5 };
const MESSAGE = { data: 1 };
const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_BYTES: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 4],
]);

type Bytes = Uint8Array<ArrayBuffer>;

/** A message of the RTVI standard. */
export interface RtviMessage {
  readonly type: string;
  readonly id?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What one binary message of the socket holds. */
export type Frame =
  | { readonly type: 'audio'; readonly pcm: Int16Array<ArrayBuffer> }
  | { readonly type: 'message'; readonly message: RtviMessage };

/** One binary message of 16-bit mono audio. */
export function encodeAudio(pcm: Int16Array, sampleRate: number): Bytes {
  const samples = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const audio = [
    ...bytesField(AUDIO.bytes, samples),
    ...numberField(AUDIO.sampleRate, sampleRate),
    ...numberField(AUDIO.channels, 1),
  ];
  return joined(bytesField(FRAME.audio, joined(audio)));
}

/** One binary message with an RTVI message in it. */
export function encodeMessage(message: RtviMessage): Bytes {
  const text = new TextEncoder().encode(JSON.stringify({ label: 'rtvi-ai', ...message }));
  return joined(bytesField(FRAME.message, joined(bytesField(MESSAGE.data, text))));
}

/** Reads one binary message, or answers null when it is neither audio nor an RTVI message. */
export function decodeFrame(bytes: Uint8Array): Frame | null {
  try {
    const frame = fieldsOf(bytes);
    const samples = fieldsOf(frame.get(FRAME.audio) ?? new Uint8Array()).get(AUDIO.bytes);
    // Copied, because samples need not lie on an even byte.
    if (samples) return { type: 'audio', pcm: new Int16Array(samples.slice().buffer, 0, samples.length >> 1) };
    const text = fieldsOf(frame.get(FRAME.message) ?? new Uint8Array()).get(MESSAGE.data);
    return text ? { type: 'message', message: rtviMessage(new TextDecoder().decode(text)) } : null;
  } catch {
    return null;
  }
}

function rtviMessage(json: string): RtviMessage {
  const message: unknown = JSON.parse(json);
  if (typeof message !== 'object' || message === null || !('type' in message)) throw new Error('Not an RTVI message');
  return message as RtviMessage;
}

/** The length-delimited fields of a protobuf message; numbers are skipped, nothing here needs one. */
function fieldsOf(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error('The message ends inside a number');
  };
  while (at < bytes.length) {
    const tag = varint();
    const type = tag & 7;
    if (type === VARINT) {
      varint();
      continue;
    }
    const length = type === LENGTH_DELIMITED ? varint() : FIXED_BYTES.get(type);
    if (length === undefined || at + length > bytes.length) throw new Error('The message ends inside a field');
    if (type === LENGTH_DELIMITED) fields.set(Math.floor(tag / 8), bytes.subarray(at, at + length));
    at += length;
  }
  return fields;
}

const bytesField = (field: number, bytes: Uint8Array): Uint8Array[] => [
  tagOf(field, LENGTH_DELIMITED),
  varintOf(bytes.length),
  bytes,
];

const numberField = (field: number, value: number): Uint8Array[] => [tagOf(field, VARINT), varintOf(value)];

const tagOf = (field: number, type: number): Uint8Array => Uint8Array.of((field << 3) | type);

function varintOf(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
