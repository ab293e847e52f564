import { assert } from 'chai';
import { carrierProtocol } from '../../../adapters/media/protocols/carrier-protocols.ts';
import { exotelTelephony } from '../../../adapters/providers/exotel/telephony.ts';
import { vonageTelephony } from '../../../adapters/providers/vonage/telephony.ts';
import type { CarrierStream } from '../../../adapters/media/protocols/carrier.ts';

const URL_OF_SOCKET = 'wss://voice.example.com/carrier/x/ticket';

/** The stream that begins with this message, as the runtime understands it. */
function started(provider: string, message: object): CarrierStream | null {
  const event = carrierProtocol(provider)?.decode(JSON.stringify(message));
  return event?.type === 'start' ? event.stream : null;
}

describe('the streams that carriers are asked for', () => {
  it('match the runtime’s media protocol for vonage', () => {
    const [connect] = JSON.parse(vonageTelephony.dialect.connect(URL_OF_SOCKET).body) as {
      endpoint: { uri: string; 'content-type': string }[];
    }[];
    const [endpoint] = connect!.endpoint;
    assert.equal(endpoint!.uri, URL_OF_SOCKET);
    const first = { event: 'websocket:connected', 'content-type': endpoint!['content-type'] };
    assert.deepEqual(started('vonage', first), {
      id: '',
      inboundEncoding: 'l16le',
      inboundRate: 16_000,
      outboundEncoding: 'l16le',
      outboundRate: 16_000,
    });
  });

  it('match the runtime’s media protocol for exotel, at 8 kHz when the URL has no rate', () => {
    const { url } = JSON.parse(exotelTelephony.dialect.connect(URL_OF_SOCKET).body) as { url: string };
    assert.equal(new URL(url).search, '');
    const format = { encoding: 'raw', sample_rate: '8000', bit_rate: '128' };
    const first = { event: 'start', stream_sid: 'MZ', start: { call_sid: 'CA', media_format: format } };
    assert.deepEqual(started('exotel', first), {
      id: 'MZ',
      inboundEncoding: 'l16le',
      inboundRate: 8_000,
      outboundEncoding: 'l16le',
      outboundRate: 8_000,
    });
  });
});
