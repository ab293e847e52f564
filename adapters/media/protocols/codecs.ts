import { decodeAlaw, encodeAlaw } from '../../../domain/audio/alaw.ts';
import { decodeL16, encodeL16 } from '../../../domain/audio/l16.ts';
import { decodeMulaw, encodeMulaw } from '../../../domain/audio/mulaw.ts';
import type { Encoding } from './carrier.ts';

interface AudioCodec {
  decode(bytes: Uint8Array): Int16Array;
  encode(pcm: Int16Array): Uint8Array;
  readonly bytesPerSample: number;
}

/** Encoder and decoder of each sample codec. */
export const audioCodecs: Readonly<Record<Encoding, AudioCodec>> = {
  mulaw: { decode: decodeMulaw, encode: encodeMulaw, bytesPerSample: 1 },
  alaw: { decode: decodeAlaw, encode: encodeAlaw, bytesPerSample: 1 },
  l16le: {
    decode: (bytes) => decodeL16(bytes, 'little'),
    encode: (pcm) => encodeL16(pcm, 'little'),
    bytesPerSample: 2,
  },
  l16be: { decode: (bytes) => decodeL16(bytes, 'big'), encode: (pcm) => encodeL16(pcm, 'big'), bytesPerSample: 2 },
};
