import { decodeL16, encodeL16 } from '../../domain/audio/l16.ts';
import { decodeMulaw, encodeMulaw } from '../../domain/audio/mulaw.ts';

/** One message. */
export type Wire = string | Buffer;
type ReadMessage =
  | { readonly type: 'audio'; readonly pcm: Int16Array }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' | 'end' };

/** The carrier's side of one streaming protocol, written down from its documentation and not from ours. */
export interface Side {
  readonly rate: number;
  readonly start: readonly object[];
  media(pcm: Int16Array): Wire;
  dtmf(digit: string): object;
  played(name: string): object;
  read(message: Wire): ReadMessage;
  /** Sent when audio was cleared. Cleared marks are returned as well, unless the carrier drops them. */
  readonly cleared: object | null;
  readonly returnsClearedMarks: boolean;
  readonly stop: object | null;
}

type Json = Readonly<Record<string, unknown>> & {
  readonly media: { readonly payload: string };
  readonly mark: { readonly name: string };
  readonly payload: { readonly mark: string };
  readonly name: string;
};
const parse = (message: Wire): Json => JSON.parse(message.toString()) as Json;
const mulaw = (payload: string): Int16Array => decodeMulaw(Buffer.from(payload, 'base64'));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const plivo: Side = {
  rate: 8_000,
  start: [
    {
      event: 'start',
      start: { callId: 'c', streamId: 's1', mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 } },
    },
  ],
  media: (pcm) =>
    JSON.stringify({ event: 'media', streamId: 's1', media: { track: 'inbound', payload: base64(encodeMulaw(pcm)) } }),
  dtmf: (digit) => ({ event: 'dtmf', streamId: 's1', dtmf: { track: 'inbound', digit } }),
  played: (name) => ({ event: 'playedStream', streamId: 's1', name }),
  read(message) {
    const { event, media, name } = parse(message);
    if (event === 'playAudio') return { type: 'audio', pcm: mulaw(media.payload) };
    return event === 'checkpoint' ? { type: 'mark', name } : { type: event === 'clearAudio' ? 'clear' : 'end' };
  },
  cleared: { event: 'clearedAudio', streamId: 's1' },
  returnsClearedMarks: false,
  stop: null,
};

const twilio: Side = {
  rate: 8_000,
  start: [
    { event: 'connected', protocol: 'Call', version: '1.0.0' },
    {
      event: 'start',
      streamSid: 'MZ',
      start: { callSid: 'CA', mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000 } },
    },
  ],
  media: (pcm) =>
    JSON.stringify({ event: 'media', streamSid: 'MZ', media: { track: 'inbound', payload: base64(encodeMulaw(pcm)) } }),
  dtmf: (digit) => ({ event: 'dtmf', streamSid: 'MZ', dtmf: { track: 'inbound_track', digit } }),
  played: (name) => ({ event: 'mark', streamSid: 'MZ', mark: { name } }),
  read(message) {
    const { event, media, mark } = parse(message);
    if (event === 'media') return { type: 'audio', pcm: mulaw(media.payload) };
    return event === 'mark' ? { type: 'mark', name: mark.name } : { type: 'clear' };
  },
  cleared: null,
  returnsClearedMarks: true,
  stop: { event: 'stop', streamSid: 'MZ', stop: { callSid: 'CA' } },
};

let chunk = 0;

/** The carrier's side of every protocol. */
export const SIDES: Readonly<Record<string, Side>> = {
  plivo,
  simulator: plivo,
  twilio,
  vobiz: {
    ...plivo,
    start: [
      {
        event: 'start',
        start: { callId: 'c', streamId: 's1', mediaFormat: { encoding: 'audio/x-l16', sampleRate: 16_000 } },
      },
    ],
    rate: 16_000,
    media: (pcm) =>
      JSON.stringify({ event: 'media', media: { track: 'inbound', payload: base64(encodeL16(pcm, 'big')) } }),
    played: (name) => ({ event: 'playedStream', name }),
    read(message) {
      const { event, media } = parse(message);
      if (event !== 'playAudio') return plivo.read(message);
      return { type: 'audio', pcm: decodeL16(Buffer.from(media.payload, 'base64'), 'little') };
    },
  },
  telnyx: {
    ...twilio,
    start: [
      { event: 'connected', version: '1.0.0' },
      {
        event: 'start',
        stream_id: 'T',
        start: { call_control_id: 'v3', media_format: { encoding: 'PCMU', sample_rate: 8_000 } },
      },
    ],
    media: (pcm) =>
      JSON.stringify({
        event: 'media',
        stream_id: 'T',
        media: { track: 'inbound', chunk: String((chunk += 1)), payload: base64(encodeMulaw(pcm)) },
      }),
    stop: { event: 'stop', stream_id: 'T' },
  },
  vonage: {
    rate: 16_000,
    start: [{ event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000' }],
    media: (pcm) => Buffer.from(encodeL16(pcm, 'little')),
    dtmf: (digit) => ({ event: 'websocket:dtmf', digit, duration: 100 }),
    played: (mark) => ({ event: 'websocket:notify', payload: { mark } }),
    read(message) {
      if (typeof message !== 'string') return { type: 'audio', pcm: decodeL16(message, 'little') };
      const { action, payload } = parse(message);
      return action === 'notify' ? { type: 'mark', name: payload.mark } : { type: 'clear' };
    },
    cleared: { event: 'websocket:cleared' },
    returnsClearedMarks: false,
    stop: null,
  },
  exotel: {
    ...twilio,
    start: [
      { event: 'connected' },
      {
        event: 'start',
        stream_sid: 'X',
        start: { call_sid: 'CX', media_format: { encoding: 'audio/x-raw', sample_rate: '8000', bit_rate: '16' } },
      },
    ],
    media: (pcm) =>
      JSON.stringify({
        event: 'media',
        stream_sid: 'X',
        media: { chunk: '1', payload: base64(encodeL16(pcm, 'little')) },
      }),
    read(message) {
      const { event, media } = parse(message);
      if (event !== 'media') return twilio.read(message);
      return { type: 'audio', pcm: decodeL16(Buffer.from(media.payload, 'base64'), 'little') };
    },
    stop: { event: 'stop', stream_sid: 'X' },
  },
};
