import { type CarrierProtocol, type Encoding, startOf } from './carrier.ts';
import { audioOf, base64, type MessageFields, jsonDecoder, dtmfOf, markOf, objectOf, textOf } from './carrier-json.ts';

const DEFAULT_RATE = 8_000;

/**
 * Exotel's AgentStream: https://developer.exotel.com/docs/agentstream/websocket-protocol - 16-bit audio unless the
 * applet is configured otherwise. Messages of less than 3,200 bytes play with gaps. Field names have one of two
 * spellings.
 */
export const exotel: CarrierProtocol = {
  sendAheadMs: 400,
  batchMs: 200,
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
    media: ({ media }) => audioOf(media, { isOrdered: true }),
    dtmf: ({ dtmf }) => dtmfOf(dtmf),
    mark: ({ mark }) => markOf(objectOf(mark)['name']),
    stop: () => ({ type: 'stopped' }),
  }),
  encode(command, { id }) {
    switch (command.type) {
      case 'audio':
        return JSON.stringify({ event: 'media', stream_sid: id, media: { payload: base64(command.bytes) } });
      case 'mark':
        return JSON.stringify({ event: 'mark', stream_sid: id, mark: { name: command.name } });
      case 'clear':
        return JSON.stringify({ event: 'clear', stream_sid: id });
      case 'end':
        return null;
    }
  },
};

const either = (fields: MessageFields, one: string, other: string): unknown => fields[one] ?? fields[other];

const encodingOf = (name: string): Encoding => (/mulaw|pcmu/i.test(name) ? 'mulaw' : 'l16le');
