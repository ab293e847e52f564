import type { CarrierStream } from '../../../../adapters/media/protocols/carrier.ts';
import { AUDIO, BYTES, clear, end, mark, say, type DocumentedProtocol } from './documented.ts';

const VONAGE: CarrierStream = {
  id: '',
  inboundEncoding: 'l16le',
  inboundRate: 16_000,
  outboundEncoding: 'l16le',
  outboundRate: 16_000,
};

/** What Vonage documents of its streaming. */
export const vonage: DocumentedProtocol = {
  source: 'https://developer.vonage.com/en/voice/voice-api/concepts/websockets',
  stream: VONAGE,
  events: [
    [
      { event: 'websocket:connected', 'content-type': 'audio/l16;rate=16000', prop1: 'value1' },
      { type: 'start', sid: null, stream: VONAGE },
    ],
    [
      { event: 'websocket:connected', 'content-type': 'audio/l16;rate=8000', uuid: 'u-1' },
      { type: 'start', sid: 'u-1', stream: { ...VONAGE, inboundRate: 8_000, outboundRate: 8_000 } },
    ],
    [BYTES, AUDIO],
    [
      { event: 'websocket:dtmf', digit: '5', duration: 260 },
      { type: 'dtmf', digit: '5' },
    ],
    [
      { event: 'websocket:notify', payload: { mark: 'm7' } },
      { type: 'markPlayed', name: 'm7' },
    ],
    [{ event: 'websocket:cleared' }, { type: 'cleared' }],
  ],
  commands: [
    [say, BYTES],
    [mark, { action: 'notify', payload: { mark: 'm7' } }],
    [clear, { action: 'clear' }],
    [end, null],
  ],
};
