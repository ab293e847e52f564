import type { CarrierStream } from '../../../../adapters/media/protocols/carrier.ts';
import { AUDIO, MULAW, OTHER, PAYLOAD, clear, end, mark, say, type DocumentedProtocol } from './documented.ts';

const TWILIO: CarrierStream = { id: 'MZ18', ...MULAW };

/** What Twilio documents of its streaming. */
export const twilio: DocumentedProtocol = {
  source: 'https://www.twilio.com/docs/voice/media-streams/websocket-messages',
  stream: TWILIO,
  events: [
    [{ event: 'connected', protocol: 'Call', version: '1.0.0' }, OTHER],
    [
      {
        event: 'start',
        sequenceNumber: '1',
        start: {
          ...{ accountSid: 'AC1', streamSid: 'MZ18', callSid: 'CA1', tracks: ['inbound'], customParameters: {} },
          mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
        },
        streamSid: 'MZ18',
      },
      { type: 'start', sid: 'CA1', stream: TWILIO },
    ],
    [
      {
        ...{ event: 'media', sequenceNumber: '3', streamSid: 'MZ18' },
        media: { track: 'inbound', chunk: '1', timestamp: '5', payload: PAYLOAD },
      },
      AUDIO,
    ],
    [
      { event: 'dtmf', streamSid: 'MZ18', sequenceNumber: '5', dtmf: { track: 'inbound_track', digit: '1' } },
      { type: 'dtmf', digit: '1' },
    ],
    [
      { event: 'mark', sequenceNumber: '4', streamSid: 'MZ18', mark: { name: 'm7' } },
      { type: 'markPlayed', name: 'm7' },
    ],
    [
      { event: 'stop', sequenceNumber: '5', streamSid: 'MZ18', stop: { accountSid: 'AC1', callSid: 'CA1' } },
      { type: 'stopped' },
    ],
  ],
  commands: [
    [say, { event: 'media', streamSid: 'MZ18', media: { payload: PAYLOAD } }],
    [mark, { event: 'mark', streamSid: 'MZ18', mark: { name: 'm7' } }],
    [clear, { event: 'clear', streamSid: 'MZ18' }],
    [end, null],
  ],
};
