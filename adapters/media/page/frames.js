// Field numbers of pipecat's frames.proto: Frame { audio = 2, message = 4 },
// AudioRawFrame { audio = 3, sample_rate = 4, num_channels = 5 }, MessageFrame { data = 1 }.
const FRAME = { audio: 2, message: 4 };
const AUDIO = { bytes: 3, sampleRate: 4, channels: 5 };
const MESSAGE = { data: 1 };
const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_BYTES = new Map([
  [1, 8],
  [5, 4],
]);

/**
 * @typedef {{ type: string, id?: string, data?: Record<string, unknown> }} RtviMessage
 * @typedef {{ type: 'audio', pcm: Int16Array<ArrayBuffer> } | { type: 'message', message: RtviMessage }} Frame
 */

/**
 * One binary message of 16-bit mono audio.
 * @param {Int16Array} pcm
 * @param {number} sampleRate
 */
export function encodeAudio(pcm, sampleRate) {
  const samples = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const audio = [
    ...bytesField(AUDIO.bytes, samples),
    ...number(AUDIO.sampleRate, sampleRate),
    ...number(AUDIO.channels, 1),
  ];
  return joined(bytesField(FRAME.audio, joined(audio)));
}

/**
 * One binary message with an RTVI message in it.
 * @param {RtviMessage} message
 */
export function encodeMessage(message) {
  const text = new TextEncoder().encode(JSON.stringify({ label: 'rtvi-ai', ...message }));
  return joined(bytesField(FRAME.message, joined(bytesField(MESSAGE.data, text))));
}

/**
 * Reads one binary message, or answers null when it is neither audio nor an RTVI message.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Frame | null}
 */
export function decodeFrame(bytes) {
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

/** @param {string} json */
const rtviMessage = (json) => /** @type {RtviMessage} */ (JSON.parse(json));

/**
 * The length-delimited fields of a protobuf message; numbers are skipped, nothing here needs one.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Map<number, Uint8Array<ArrayBuffer>>}
 */
function fieldsOf(bytes) {
  /** @type {Map<number, Uint8Array<ArrayBuffer>>} */
  const fields = new Map();
  let at = 0;
  const varint = () => {
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
    if (type === VARINT) varint();
    else {
      const length = type === LENGTH_DELIMITED ? varint() : FIXED_BYTES.get(type);
      if (length === undefined || at + length > bytes.length) throw new Error('The message ends inside a field');
      if (type === LENGTH_DELIMITED) fields.set(Math.floor(tag / 8), bytes.subarray(at, at + length));
      at += length;
    }
  }
  return fields;
}

/** @param {number} field @param {Uint8Array} bytes */
const bytesField = (field, bytes) => [tag(field, LENGTH_DELIMITED), varintOf(bytes.length), bytes];

/** @param {number} field @param {number} value */
const number = (field, value) => [tag(field, VARINT), varintOf(value)];

/** @param {number} field @param {number} type */
const tag = (field, type) => Uint8Array.of((field << 3) | type);

/** @param {number} value */
function varintOf(value) {
  const bytes = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** @param {readonly Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
