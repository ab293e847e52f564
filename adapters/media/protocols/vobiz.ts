import type { CarrierProtocol } from './carrier.ts';
import { encodeForPlivo, plivoDecoder } from './plivo.ts';

/**
 * Vobiz's audio streaming: https://docs.vobiz.ai/xml/stream - Plivo's, but 16-bit samples come big end first and go
 * little end first, and a stream can be ended in band. A checkpoint that was thrown away is never told.
 */
export const vobiz: CarrierProtocol = {
  sendAheadMs: 200,
  batchMs: 0,
  decode: plivoDecoder({ l16: 'l16be' }),
  encode: (command, stream) =>
    command.type === 'end' ? JSON.stringify({ event: 'stop', streamId: stream.id }) : encodeForPlivo(command, stream),
};
