import { isCarrierId } from '../../../domain/telephony/ids.ts';

/** Codecs of audio that is sent to carriers. */
export type Encoding = 'mulaw' | 'alaw' | 'l16le' | 'l16be';

/** Codecs of audio that is received from carriers. */
export type InboundEncoding = Encoding | 'g722' | 'opus' | 'amr-wb';

/** A call's media stream, as the carrier announces it. */
export interface CarrierStream {
  /** The stream id that commands need. Empty where none is needed. */
  readonly id: string;
  /** Codec of the caller's audio. */
  readonly inboundEncoding: InboundEncoding;
  /** Sample rate of the caller's audio, in Hz. */
  readonly inboundRate: number;
  /** Codec of the agent's audio. */
  readonly outboundEncoding: Encoding;
  /** Sample rate of the agent's audio, in Hz. */
  readonly outboundRate: number;
}

/** A decoded message of a carrier. */
export type CarrierEvent =
  | { readonly type: 'start'; readonly sid: string | null; readonly stream: CarrierStream }
  /** `chunk` is the sequence number where messages may arrive out of order, else null. */
  | { readonly type: 'audio'; readonly bytes: Uint8Array; readonly chunk: number | null }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** All audio before this mark was played or discarded. */
  | { readonly type: 'markPlayed'; readonly name: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'stopped' }
  /** The stream has an unsupported format. */
  | { readonly type: 'unsupported'; readonly problem: string }
  /** Irrelevant or unknown. */
  | { readonly type: 'other' }
  | { readonly type: 'malformed' };

/** A command to a carrier. */
export type CarrierCommand =
  | { readonly type: 'audio'; readonly bytes: Uint8Array }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' }
  | { readonly type: 'end' };

/** Encodes and decodes one carrier's media messages. Pure, and never throws. */
export interface CarrierProtocol {
  /** Lead of sent audio over real time, in ms: long enough for jitter, short enough to discard. */
  readonly sendAheadMs: number;
  /** Audio that one message must hold to play without gaps, in ms. 0 if any length does. */
  readonly batchMs: number;
  /** Most audio that is sent in one message, in ms. Fewer messages cost less on both sides. */
  readonly messageMs: number;
  /** Whether the carrier connects to the socket of a dialled call directly, without an answer webhook and a ticket. */
  readonly opensDialled?: boolean;
  decode(message: string | Uint8Array): CarrierEvent;
  /** The encoded command. Null if closing the socket expresses it. */
  encode(command: CarrierCommand, stream: CarrierStream): string | Uint8Array | null;
}

export const MALFORMED: CarrierEvent = { type: 'malformed' };
export const OTHER: CarrierEvent = { type: 'other' };

/** Sample rates that the VAD supports, in Hz. */
const SUPPORTED_RATES: readonly number[] = [8_000, 16_000];

/** A stream as its first message announces it. Null stands for an unknown codec. */
interface AnnouncedStream {
  readonly id: string;
  readonly inboundEncoding: InboundEncoding | null;
  readonly outboundEncoding: Encoding | null;
  readonly inboundRate: number;
  /** Defaults to the rate of the caller's audio. */
  readonly outboundRate?: number;
}

/** The start of a stream, or why its ids or its format are unsupported. */
export function startOf(
  sid: string,
  { id, inboundEncoding, outboundEncoding, inboundRate, outboundRate = inboundRate }: AnnouncedStream,
): CarrierEvent {
  if (!isCarrierId(sid) || !isCarrierId(id))
    return {
      type: 'unsupported',
      problem: 'The ids of the call and its stream must be plain text of at most 200 characters',
    };
  if (inboundEncoding === null || outboundEncoding === null || !SUPPORTED_RATES.includes(inboundRate))
    return { type: 'unsupported', problem: `Audio must be mu-law, A-law or L16 at ${SUPPORTED_RATES.join(' or ')} Hz` };
  return {
    type: 'start',
    sid: sid === '' ? null : sid,
    stream: { id, inboundEncoding, inboundRate, outboundEncoding, outboundRate },
  };
}
