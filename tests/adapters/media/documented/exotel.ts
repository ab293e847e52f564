import type { CarrierStream } from '../../../../adapters/media/protocols/carrier.ts';
import { AUDIO, OTHER, PAYLOAD, clear, end, mark, say, type DocumentedProtocol } from './documented.ts';

const EXOTEL: CarrierStream = {
  id: 'MZx',
  inboundEncoding: 'l16le',
  inboundRate: 8_000,
  outboundEncoding: 'l16le',
  outboundRate: 8_000,
};

/** What Exotel documents of its streaming. */
export const exotel: DocumentedProtocol = {
  source: 'https://developer.exotel.com/docs/agentstream/websocket-protocol',
  stream: EXOTEL,
  events: [
    [{ event: 'connected' }, OTHER],
    [
      {
        event: 'start',
        sequence_number: '1',
        stream_sid: 'MZx',
        start: {
          ...{ stream_sid: 'MZx', call_sid: 'CAx', account_sid: 'ACx', from: '+919876543210', to: '+918047491899' },
          custom_parameters: {},
          media_format: { encoding: 'audio/x-raw', sample_rate: '8000', bit_rate: '16' },
        },
      },
      { type: 'start', sid: 'CAx', stream: EXOTEL },
    ],
    [
      {
        event: 'start',
        start: { streamSid: 'MZx', callSid: 'CAx', mediaFormat: { encoding: 'base64', sampleRate: 16_000 } },
      },
      { type: 'start', sid: 'CAx', stream: { ...EXOTEL, inboundRate: 16_000, outboundRate: 16_000 } },
    ],
    [
      { event: 'start', stream_sid: 'MZx', start: { call_sid: 'CAx' } },
      { type: 'start', sid: 'CAx', stream: EXOTEL },
    ],
    [
      {
        event: 'start',
        stream_sid: 'MZx',
        start: { call_sid: 'CAx', media_format: { encoding: 'audio/x-mulaw', sample_rate: '8000' } },
      },
      { type: 'start', sid: 'CAx', stream: { ...EXOTEL, inboundEncoding: 'mulaw', outboundEncoding: 'mulaw' } },
    ],
    [
      {
        ...{ event: 'media', sequence_number: '3', stream_sid: 'MZx' },
        media: { chunk: '2', timestamp: '200', payload: PAYLOAD },
      },
      AUDIO,
    ],
    [
      { event: 'dtmf', sequence_number: '7', stream_sid: 'MZx', dtmf: { digit: '5', duration: '100' } },
      { type: 'dtmf', digit: '5' },
    ],
    [
      { event: 'mark', sequence_number: '15', stream_sid: 'MZx', mark: { name: 'm7' } },
      { type: 'markPlayed', name: 'm7' },
    ],
    [
      { event: 'stop', sequence_number: '9', stream_sid: 'MZx', stop: { call_sid: 'CAx', reason: 'callended' } },
      { type: 'stopped' },
    ],
  ],
  commands: [
    [say, { event: 'media', stream_sid: 'MZx', media: { payload: PAYLOAD } }],
    [mark, { event: 'mark', stream_sid: 'MZx', mark: { name: 'm7' } }],
    [clear, { event: 'clear', stream_sid: 'MZx' }],
    [end, null],
  ],
};
