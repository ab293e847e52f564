import { type CarrierProtocol, startOf } from './carrier.ts';
import { audioOf, base64, jsonDecoder, dtmfOf, markOf, objectOf, textOf } from './carrier-json.ts';

/** Twilio's Media Streams, which always carry mu-law: https://www.twilio.com/docs/voice/media-streams/websocket-messages */
export const twilio: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  decode: jsonDecoder({
    start({ start, streamSid }) {
      const { callSid, mediaFormat } = objectOf(start);
      const { encoding, sampleRate } = objectOf(mediaFormat);
      const law = encoding === 'audio/x-mulaw' ? 'mulaw' : null;
      return startOf(textOf(callSid), {
        id: textOf(streamSid),
        inboundEncoding: law,
        outboundEncoding: law,
        inboundRate: Number(sampleRate),
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
        return JSON.stringify({ event: 'media', streamSid: id, media: { payload: base64(command.bytes) } });
      case 'mark':
        return JSON.stringify({ event: 'mark', streamSid: id, mark: { name: command.name } });
      case 'clear':
        return JSON.stringify({ event: 'clear', streamSid: id });
      case 'end':
        return null;
    }
  },
};
