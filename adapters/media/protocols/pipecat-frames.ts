import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { decodeL16 } from '../../../domain/audio/l16.ts';

/** A decoded frame: audio, or the JSON text of an RTVI message. Other frames of the schema are `unknown`. */
export type PipecatFrame =
  | { readonly type: 'audio'; readonly pcm: Int16Array; readonly sampleRate: number; readonly channels: number }
  | { readonly type: 'message'; readonly text: string }
  | { readonly type: 'unknown' };

// Field numbers of pipecat's frames.proto: Frame { text = 1, audio = 2, transcription = 3, message = 4 },
// AudioRawFrame { id = 1, name = 2, audio = 3, sample_rate = 4, num_channels = 5 }, MessageFrame { data = 1 }.
const FRAME = { audio: 2, message: 4 } as const;
const AUDIO = { bytes: 3, sampleRate: 4, channels: 5 } as const;
const MESSAGE = { data: 1 } as const;

/** Encodes 16-bit mono audio. */
export function encodeAudio(pcm: Int16Array, sampleRate: number): Uint8Array {
  const bytes = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return new BinaryWriter()
    .tag(FRAME.audio, WireType.LengthDelimited)
    .fork()
    .tag(AUDIO.bytes, WireType.LengthDelimited)
    .bytes(bytes)
    .tag(AUDIO.sampleRate, WireType.Varint)
    .uint32(sampleRate)
    .tag(AUDIO.channels, WireType.Varint)
    .uint32(1)
    .join()
    .finish();
}

/** Encodes a JSON text. */
export const encodeMessage = (text: string): Uint8Array =>
  new BinaryWriter()
    .tag(FRAME.message, WireType.LengthDelimited)
    .fork()
    .tag(MESSAGE.data, WireType.LengthDelimited)
    .string(text)
    .join()
    .finish();

/** Decodes a message. Null if it is not a frame. */
export function decodeFrame(bytes: Uint8Array): PipecatFrame | null {
  try {
    return readFrame(new BinaryReader(bytes));
  } catch {
    return null;
  }
}

function readFrame(reader: BinaryReader): PipecatFrame | null {
  let frame: PipecatFrame | null = null;
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === FRAME.audio && wire === WireType.LengthDelimited) frame = readAudio(new BinaryReader(reader.bytes()));
    else if (field === FRAME.message && wire === WireType.LengthDelimited)
      frame = readMessage(new BinaryReader(reader.bytes()));
    else {
      reader.skip(wire, field);
      frame ??= { type: 'unknown' };
    }
  }
  return frame;
}

function readAudio(reader: BinaryReader): PipecatFrame | null {
  let bytes: Uint8Array | null = null;
  const numbers = { sampleRate: 0, channels: 1 };
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === AUDIO.bytes && wire === WireType.LengthDelimited) bytes = reader.bytes();
    else if (field === AUDIO.sampleRate && wire === WireType.Varint) numbers.sampleRate = reader.uint32();
    else if (field === AUDIO.channels && wire === WireType.Varint) numbers.channels = reader.uint32();
    else reader.skip(wire, field);
  }
  // An odd number of bytes is not 16-bit audio.
  if (bytes === null || bytes.length % 2 !== 0) return null;
  return { type: 'audio', pcm: decodeL16(bytes, 'little'), ...numbers };
}

function readMessage(reader: BinaryReader): PipecatFrame | null {
  let text: string | null = null;
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (field === MESSAGE.data && wire === WireType.LengthDelimited) text = reader.string();
    else reader.skip(wire, field);
  }
  return text === null ? null : { type: 'message', text };
}
