/** How samples are written on a carrier's line. */
export type Encoding = 'mulaw' | 'alaw' | 'l16le' | 'l16be';

/** How the caller's samples are written, which we only read. */
export type InboundEncoding = Encoding | 'g722' | 'opus' | 'amr-wb';

/** One stream of a call, as the carrier describes it in its first words. */
export interface CarrierStream {
  /** What commands must name; empty where none is needed. */
  readonly id: string;
  /** Of the caller's audio. */
  readonly inboundEncoding: InboundEncoding;
  /** Samples per second of the caller's audio. */
  readonly inboundRate: number;
  /** Of the audio we send. */
  readonly outboundEncoding: Encoding;
  /** Samples per second of the audio we send. */
  readonly outboundRate: number;
}

/** What one message of a carrier says. */
export type CarrierEvent =
  | { readonly type: 'start'; readonly sid: string | null; readonly stream: CarrierStream }
  /** `chunk` counts messages where they may come out of order; null where they cannot. */
  | { readonly type: 'audio'; readonly bytes: Uint8Array; readonly chunk: number | null }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** Everything sent before this mark was played, or thrown away. */
  | { readonly type: 'markPlayed'; readonly name: string }
  | { readonly type: 'cleared' }
  | { readonly type: 'stopped' }
  /** The stream begins in a way we cannot speak. */
  | { readonly type: 'unsupported'; readonly problem: string }
  /** Understood and of no concern, or of a kind that came into the world after us. */
  | { readonly type: 'other' }
  | { readonly type: 'malformed' };

/** What we tell a carrier on its socket. */
export type CarrierCommand =
  | { readonly type: 'audio'; readonly bytes: Uint8Array }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'clear' }
  | { readonly type: 'end' };

/** One carrier's way of streaming a call. Pure: whatever comes is answered, nothing throws. */
export interface CarrierProtocol {
  /** How far ahead of real time audio is sent: enough for an uneven network, little enough to be thrown away. In milliseconds. */
  readonly sendAheadMs: number;
  /** How much audio one message must hold to be played without gaps; 0 when any does. In milliseconds. */
  readonly batchMs: number;
  /** Whether it opens the socket of a call that we dialled by itself, with no answer URL asked before and no ticket. */
  readonly opensDialled?: boolean;
  decode(message: string | Uint8Array): CarrierEvent;
  /** The message that says this, or null where closing the socket says it. */
  encode(command: CarrierCommand, stream: CarrierStream): string | Uint8Array | null;
}

export const MALFORMED: CarrierEvent = { type: 'malformed' };
export const OTHER: CarrierEvent = { type: 'other' };

/** Rates that voice activity can be told at. */
const SUPPORTED_RATES: readonly number[] = [8_000, 16_000];

/** A stream as its first message tells of it; null stands for an encoding that we do not know. */
interface AnnouncedStream {
  readonly id: string;
  readonly inboundEncoding: InboundEncoding | null;
  readonly outboundEncoding: Encoding | null;
  readonly inboundRate: number;
  /** As that of the caller's audio, unless it is named. */
  readonly outboundRate?: number;
}

/** A stream begins, if it is one we can speak on. */
export function startOf(
  sid: string,
  { id, inboundEncoding, outboundEncoding, inboundRate, outboundRate = inboundRate }: AnnouncedStream,
): CarrierEvent {
  if (inboundEncoding === null || outboundEncoding === null || !SUPPORTED_RATES.includes(inboundRate))
    return { type: 'unsupported', problem: `Audio must be mu-law, A-law or L16 at ${SUPPORTED_RATES.join(' or ')} Hz` };
  return {
    type: 'start',
    sid: sid === '' ? null : sid,
    stream: { id, inboundEncoding, inboundRate, outboundEncoding, outboundRate },
  };
}
