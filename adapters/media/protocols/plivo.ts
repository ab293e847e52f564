import { startOf, type CarrierCommand, type CarrierProtocol, type CarrierStream, type Encoding } from './carrier.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { audioOf, base64, jsonDecoder, dtmfOf, markOf } from './carrier-json.ts';

const ENCODINGS: Readonly<Record<string, Encoding>> = { 'audio/x-mulaw': 'mulaw', 'audio/x-l16': 'l16le' };
const TYPES: Readonly<Record<string, string>> = { mulaw: 'audio/x-mulaw', l16le: 'audio/x-l16' };

/** Plivo's audio streaming: https://www.plivo.com/docs/voice/xml/the-stream-element */
export const plivo: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  messageMs: 60,
  decode: plivoDecoder(),
  encode: encodeForPlivo,
};

/** Decoder for Plivo and for carriers that differ only in the byte order of 16-bit samples. */
export function plivoDecoder({ l16 }: { readonly l16: Encoding } = { l16: 'l16le' }): CarrierProtocol['decode'] {
  return jsonDecoder({
    start({ start }) {
      const { callId, streamId, mediaFormat } = objectOf(start);
      const { encoding, sampleRate } = objectOf(mediaFormat);
      const outboundEncoding = ENCODINGS[textOf(encoding)] ?? null;
      const inboundEncoding = outboundEncoding === 'l16le' ? l16 : outboundEncoding;
      return startOf(textOf(callId), {
        id: textOf(streamId),
        inboundEncoding,
        outboundEncoding,
        inboundRate: Number(sampleRate),
      });
    },
    media: ({ media }) => audioOf(media, { isOrdered: true }),
    dtmf: ({ dtmf }) => dtmfOf(dtmf),
    playedStream: ({ name }) => markOf(name),
    clearedAudio: () => ({ type: 'cleared' }),
    stop: () => ({ type: 'stopped' }),
  });
}

/** Encodes a command in Plivo's format. */
export function encodeForPlivo(
  command: CarrierCommand,
  { id, outboundEncoding, outboundRate }: CarrierStream,
): string | null {
  switch (command.type) {
    case 'audio': {
      const media = { contentType: TYPES[outboundEncoding], sampleRate: outboundRate, payload: base64(command.bytes) };
      return JSON.stringify({ event: 'playAudio', streamId: id, media });
    }
    case 'mark':
      return JSON.stringify({ event: 'checkpoint', streamId: id, name: command.name });
    case 'clear':
      return JSON.stringify({ event: 'clearAudio', streamId: id });
    case 'end':
      return null;
  }
}
