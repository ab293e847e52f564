import { startOf, type CarrierProtocol } from './carrier.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { jsonDecoder, jsonEncoder, streamReaders } from './carrier-json.ts';

/** Twilio's Media Streams, which always carry mu-law: https://www.twilio.com/docs/voice/media-streams/websocket-messages */
export const twilio: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  messageMs: 60,
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
    ...streamReaders({ isOrdered: true }),
  }),
  encode: jsonEncoder('streamSid'),
};
