import { MALFORMED, startOf, type CarrierEvent, type CarrierProtocol } from './carrier.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { jsonDecoder, dtmfOf, markOf } from './carrier-json.ts';

/** Vonage's WebSockets: https://developer.vonage.com/en/voice/voice-api/concepts/websockets - audio is binary, all else JSON. */
export const vonage: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  messageMs: 20,
  decode: (message) => (typeof message === 'string' ? decodeText(message) : audioIn(message)),
  encode(command) {
    switch (command.type) {
      case 'audio':
        return command.bytes;
      case 'mark':
        return JSON.stringify({ action: 'notify', payload: { mark: command.name } });
      case 'clear':
        return JSON.stringify({ action: 'clear' });
      case 'end':
        return null;
    }
  },
};

const decodeText = jsonDecoder({
  'websocket:connected'(message) {
    const [, rate = '0'] = /^audio\/l16;\s*rate=(\d+)$/i.exec(textOf(message['content-type'])) ?? [];
    return startOf(textOf(message['uuid']), {
      id: '',
      inboundEncoding: 'l16le',
      outboundEncoding: 'l16le',
      inboundRate: Number(rate),
    });
  },
  'websocket:dtmf': (message) => dtmfOf(message),
  'websocket:notify': ({ payload }) => markOf(objectOf(payload)['mark']),
  'websocket:cleared': () => ({ type: 'cleared' }),
});

/** An odd number of bytes is not 16-bit audio. */
const audioIn = (bytes: Uint8Array): CarrierEvent =>
  bytes.length === 0 || bytes.length % 2 !== 0 ? MALFORMED : { type: 'audio', bytes, chunk: null };
