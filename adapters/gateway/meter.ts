import type { Slot } from '../../domain/gateway/upstream.ts';

/** Hears how one call goes. */
export interface CallMeter {
  /** The answer begins. */
  started(): void;
  /** The call failed, for a reason that is one of a few words. */
  failed(code: string): void;
  /** The call is over, with this status; null when its client left before there was one. */
  ended(status: number | null): void;
}

/** Hears of every call. */
export interface GatewayMeter {
  /** A call of this slot begins. */
  call(slot: Slot): CallMeter;
}
