import { type CarrierProtocol, type InboundEncoding, startOf } from './carrier.ts';
import { audioOf, base64, jsonDecoder, dtmfOf, markOf, objectOf, textOf } from './carrier-json.ts';

/** The payloads are those of RTP, where 16-bit samples are written big end first. */
const ENCODINGS: Readonly<Record<string, InboundEncoding>> = {
  PCMU: 'mulaw',
  PCMA: 'alaw',
  L16: 'l16be',
  G722: 'g722',
  OPUS: 'opus',
  'AMR-WB': 'amr-wb',
};
/**
 * What these are decoded to, whatever rate is announced: RTP announces G.722 with half of it and Opus with 48 kHz.
 * https://www.rfc-editor.org/rfc/rfc3551#section-4.5.2 and https://www.rfc-editor.org/rfc/rfc7587#section-4.1
 */
const DECODED_RATES: Partial<Record<InboundEncoding, number>> = { g722: 16_000, opus: 16_000, 'amr-wb': 16_000 };
const OUTBOUND = { outboundEncoding: 'mulaw', outboundRate: 8_000 } as const;
const CODEC_NAME_MAX = 16;

/**
 * Telnyx's media streaming: https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming - our audio is
 * what the answer document asked for, always PCMU: `bidirectionalCodec` names the codec of our payloads, whatever the call
 * has. The caller's is that, too, where Telnyx can make it so, which it does of PCMA alone; otherwise it has the codec of
 * the call. The order of messages is not guaranteed.
 */
export const telnyx: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  decode: jsonDecoder({
    start({ start, stream_id }) {
      const { call_control_id, media_format } = objectOf(start);
      const { encoding, sample_rate } = objectOf(media_format);
      const name = textOf(encoding);
      const inboundEncoding = ENCODINGS[name];
      if (inboundEncoding === undefined)
        return { type: 'unsupported', problem: otherCodec(name.slice(0, CODEC_NAME_MAX)) };
      const inboundRate = DECODED_RATES[inboundEncoding] ?? Number(sample_rate);
      return startOf(textOf(call_control_id), { id: textOf(stream_id), inboundEncoding, inboundRate, ...OUTBOUND });
    },
    media: ({ media }) => audioOf(media, { isOrdered: false }),
    dtmf: ({ dtmf }) => dtmfOf(dtmf),
    mark: ({ mark }) => markOf(objectOf(mark)['name']),
    stop: () => ({ type: 'stopped' }),
  }),
  encode(command) {
    switch (command.type) {
      case 'audio':
        return JSON.stringify({ event: 'media', media: { payload: base64(command.bytes) } });
      case 'mark':
        return JSON.stringify({ event: 'mark', mark: { name: command.name } });
      case 'clear':
        return JSON.stringify({ event: 'clear' });
      case 'end':
        return null;
    }
  },
};

const otherCodec = (name: string): string =>
  `The line is ${name}: let SIP callers offer PCMU, PCMA, G722, OPUS or AMR-WB`;
