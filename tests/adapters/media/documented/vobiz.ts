import { AUDIO, PAYLOAD, clear, end, mark, say, type DocumentedProtocol } from './documented.ts';
import { PLIVO, plivoMedia, plivoStart } from './plivo.ts';

/** What Vobiz documents of its streaming. */
export const vobiz: DocumentedProtocol = {
  source: 'https://docs.vobiz.ai/xml/stream/stream-events',
  stream: { id: 's-1', inboundEncoding: 'l16be', inboundRate: 8_000, outboundEncoding: 'l16le', outboundRate: 8_000 },
  events: [
    [plivoStart('audio/x-mulaw', 8_000), { type: 'start', sid: 'c-1', stream: PLIVO }],
    [
      plivoStart('audio/x-l16', 8_000),
      {
        type: 'start',
        sid: 'c-1',
        stream: {
          id: 's-1',
          inboundEncoding: 'l16be',
          inboundRate: 8_000,
          outboundEncoding: 'l16le',
          outboundRate: 8_000,
        },
      },
    ],
    [plivoMedia('inbound'), AUDIO],
    [
      { event: 'playedStream', name: 'm7' },
      { type: 'markPlayed', name: 'm7' },
    ],
    [{ event: 'clearedAudio', streamId: 's-1' }, { type: 'cleared' }],
  ],
  commands: [
    [
      say,
      {
        event: 'playAudio',
        streamId: 's-1',
        media: { contentType: 'audio/x-l16', sampleRate: 8_000, payload: PAYLOAD },
      },
    ],
    [mark, { event: 'checkpoint', streamId: 's-1', name: 'm7' }],
    [clear, { event: 'clearAudio', streamId: 's-1' }],
    [end, { event: 'stop', streamId: 's-1' }],
  ],
};
