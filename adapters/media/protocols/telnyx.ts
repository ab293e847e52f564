import { startOf, type CarrierProtocol, type InboundEncoding } from './carrier.ts';
import { objectOf, textOf } from '../../../domain/unverified-json.ts';
import { jsonDecoder, jsonEncoder, streamReaders } from './carrier-json.ts';

/** Payloads are those of RTP, where 16-bit samples are big-endian. */
const ENCODINGS: Readonly<Record<string, InboundEncoding>> = {
  PCMU: 'mulaw',
  PCMA: 'alaw',
  L16: 'l16be',
  G722: 'g722',
  OPUS: 'opus',
  'AMR-WB': 'amr-wb',
};
/**
 * Decoded sample rates, independent of the announced rate: RTP announces half the rate for G.722 and 48 kHz for Opus.
 * https://www.rfc-editor.org/rfc/rfc3551#section-4.5.2 and https://www.rfc-editor.org/rfc/rfc7587#section-4.1
 */
const DECODED_RATES: Partial<Record<InboundEncoding, number>> = { g722: 16_000, opus: 16_000, 'amr-wb': 16_000 };
const OUTBOUND = { outboundEncoding: 'mulaw', outboundRate: 8_000 } as const;
const CODEC_NAME_MAX = 16;

/**
 * Telnyx's media streaming: https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming - outbound
 * audio is what the answer document requests, always PCMU: `bidirectionalCodec` names the codec of our payloads,
 * independent of the call's codec. Inbound audio is PCMU if the call is PCMU or PCMA, otherwise it has the call's
 * codec. Messages may arrive out of order.
 */
export const telnyx: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  messageMs: 60,
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
    ...streamReaders({ isOrdered: false }),
  }),
  encode: jsonEncoder(),
};

const otherCodec = (name: string): string =>
  `Unsupported codec ${name}: configure SIP callers to offer PCMU, PCMA, G722, OPUS or AMR-WB`;
