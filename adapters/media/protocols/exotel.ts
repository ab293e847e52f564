import { startOf, type CarrierProtocol, type Encoding } from './carrier.ts';
import { objectOf, textOf, type UnverifiedFields } from '../../../domain/unverified-json.ts';
import { jsonDecoder, jsonEncoder, streamReaders } from './carrier-json.ts';

const DEFAULT_RATE = 8_000;

/**
 * Exotel's AgentStream: https://developer.exotel.com/docs/agentstream/websocket-protocol - 16-bit audio unless the
 * applet is configured otherwise. Messages of less than 3,200 bytes play with gaps. Field names have one of two
 * spellings.
 */
export const exotel: CarrierProtocol = {
  sendAheadMs: 400,
  batchMs: 200,
  messageMs: 20,
  opensDialled: true,
  decode: jsonDecoder({
    start(message) {
      const start = objectOf(message['start']);
      const format = objectOf(either(start, 'media_format', 'mediaFormat'));
      const id = textOf(either(message, 'stream_sid', 'streamSid')) || textOf(either(start, 'stream_sid', 'streamSid'));
      const encoding = encodingOf(textOf(format['encoding']));
      const inboundRate = Number(textOf(either(format, 'sample_rate', 'sampleRate')) || DEFAULT_RATE);
      return startOf(textOf(either(start, 'call_sid', 'callSid')), {
        id,
        inboundEncoding: encoding,
        outboundEncoding: encoding,
        inboundRate,
      });
    },
    ...streamReaders({ isOrdered: true }),
  }),
  encode: jsonEncoder('stream_sid'),
};

const either = (fields: UnverifiedFields, one: string, other: string): unknown => fields[one] ?? fields[other];

const encodingOf = (name: string): Encoding => (/mulaw|pcmu/i.test(name) ? 'mulaw' : 'l16le');
