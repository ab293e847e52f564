import type { CarrierStream } from '../../../../adapters/media/protocols/carrier.ts';
import { AUDIO, MULAW, OTHER, PAYLOAD, clear, end, mark, say, type DocumentedProtocol } from './documented.ts';

/** The stream that begins in mu-law. */
export const PLIVO: CarrierStream = { id: 's-1', ...MULAW };

/** A stream begins in this encoding. */
export const plivoStart = (encoding: string, sampleRate: number): object => ({
  sequenceNumber: 0,
  event: 'start',
  start: {
    callId: 'c-1',
    streamId: 's-1',
    accountId: '19',
    tracks: ['inbound'],
    mediaFormat: { encoding, sampleRate },
  },
  extra_headers: '{}',
});

/** Audio of this track. */
export const plivoMedia = (track: string): object => ({
  ...{ sequenceNumber: 2, streamId: 's-1', event: 'media', extra_headers: '{}' },
  media: { track, timestamp: '1700000000000', chunk: 1, payload: PAYLOAD },
});

/** What Plivo documents of its streaming. */
export const plivo: DocumentedProtocol = {
  source: 'https://www.plivo.com/docs/voice/xml/the-stream-element',
  stream: PLIVO,
  events: [
    [plivoStart('audio/x-mulaw', 8_000), { type: 'start', sid: 'c-1', stream: PLIVO }],
    [
      plivoStart('audio/x-l16', 16_000),
      {
        type: 'start',
        sid: 'c-1',
        stream: {
          id: 's-1',
          inboundEncoding: 'l16le',
          inboundRate: 16_000,
          outboundEncoding: 'l16le',
          outboundRate: 16_000,
        },
      },
    ],
    [plivoMedia('inbound'), AUDIO],
    [plivoMedia('outbound'), OTHER],
    [
      { event: 'dtmf', streamId: 's-1', sequenceNumber: 3, dtmf: { track: 'inbound', digit: '#', timestamp: '17' } },
      { type: 'dtmf', digit: '#' },
    ],
    [
      { sequenceNumber: 4, event: 'playedStream', streamId: 's-1', name: 'm7' },
      { type: 'markPlayed', name: 'm7' },
    ],
    [{ sequenceNumber: 5, event: 'clearedAudio', streamId: 's-1' }, { type: 'cleared' }],
    [{ event: 'stop', streamId: 's-1' }, { type: 'stopped' }],
  ],
  commands: [
    [
      say,
      {
        event: 'playAudio',
        streamId: 's-1',
        media: { contentType: 'audio/x-mulaw', sampleRate: 8_000, payload: PAYLOAD },
      },
    ],
    [mark, { event: 'checkpoint', streamId: 's-1', name: 'm7' }],
    [clear, { event: 'clearAudio', streamId: 's-1' }],
    [end, null],
  ],
};
