import type { CarrierCommand, CarrierEvent, CarrierStream } from '../../../../adapters/media/protocols/carrier.ts';

/** What a carrier documents that it says and understands. */
export interface DocumentedProtocol {
  /** Where the messages are documented. */
  readonly source: string;
  readonly stream: CarrierStream;
  readonly events: readonly (readonly [message: object | Uint8Array, event: CarrierEvent])[];
  readonly commands: readonly (readonly [command: CarrierCommand, message: object | Uint8Array | null])[];
}

export const BYTES = Uint8Array.of(1, 2, 3, 4);
export const PAYLOAD = 'AQIDBA==';
export const AUDIO: CarrierEvent = { type: 'audio', bytes: BYTES, chunk: null };
export const OTHER: CarrierEvent = { type: 'other' };
export const say: CarrierCommand = { type: 'audio', bytes: BYTES };
export const mark: CarrierCommand = { type: 'mark', name: 'm7' };
export const clear: CarrierCommand = { type: 'clear' };
export const end: CarrierCommand = { type: 'end' };

export const MULAW = {
  inboundEncoding: 'mulaw',
  inboundRate: 8_000,
  outboundEncoding: 'mulaw',
  outboundRate: 8_000,
} as const;
