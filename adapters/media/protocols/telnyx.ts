import { type CarrierProtocol, type Encoding, startOf } from './carrier.ts';
import { audioOf, base64, jsonDecoder, keyOf, markOf, objectOf, textOf } from './carrier-json.ts';

/** The payloads are those of RTP, where 16-bit samples are written big end first. */
const ENCODINGS: Readonly<Record<string, Encoding>> = { PCMU: 'mulaw', PCMA: 'alaw', L16: 'l16be' };

/**
 * Telnyx's media streaming: https://developers.telnyx.com/docs/voice/programmable-voice/media-streaming - the caller's
 * codec is the line's own, PCMA in much of the world, while ours is what the answer document asked for: PCMU, or L16
 * where the line has it. The order of messages is not guaranteed.
 */
export const telnyx: CarrierProtocol = {
  leadMs: 200,
  batchMs: 0,
  decode: jsonDecoder({
    start({ start, stream_id }) {
      const { call_control_id, media_format } = objectOf(start);
      const { encoding, sample_rate } = objectOf(media_format);
      const heard = ENCODINGS[textOf(encoding)] ?? null;
      const said = heard === 'alaw' ? 'mulaw' : heard;
      return startOf(textOf(call_control_id), { id: textOf(stream_id), heard, said, rate: Number(sample_rate) });
    },
    media: ({ media }) => audioOf(media, { isOrdered: false }),
    dtmf: ({ dtmf }) => keyOf(dtmf),
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
