import { canonicalJson } from './canonical-json.ts';
import type { ConversationEffect } from './state.ts';

/** The name of an effect, with the event or the timer that it is about. */
export function effectName(effect: ConversationEffect): string {
  if (effect.do === 'emit') return `emit:${effect.event.type}`;
  return effect.do === 'startTimer' || effect.do === 'cancelTimer' ? `${effect.do}:${effect.timer}` : effect.do;
}

/** A short digest of effects: different ones have different digests. It protects nothing. */
export const effectDigest = (effects: readonly ConversationEffect[]): string => textDigest(canonicalJson(effects));

/** 53 bits of a text, by two multiplicative hashes (cyrb53). It protects nothing. */
export function textDigest(text: string): string {
  let [high, low] = [0xdead_beef, 0x41c6_ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
}
