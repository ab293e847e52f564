import type { CarrierProtocol } from './carrier.ts';
import { encodeForPlivo, plivoDecoder } from './plivo.ts';

/**
 * Vobiz's audio streaming: https://docs.vobiz.ai/xml/stream - as Plivo's, but inbound 16-bit samples are big-endian and
 * outbound ones little-endian, and a stream can be ended in band. Discarded checkpoints are not reported.
 */
export const vobiz: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  messageMs: 60,
  decode: plivoDecoder({ l16: 'l16be' }),
  encode: (command, stream) =>
    command.type === 'end' ? JSON.stringify({ event: 'stop', streamId: stream.id }) : encodeForPlivo(command, stream),
};
