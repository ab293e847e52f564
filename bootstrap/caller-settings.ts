import { isLoopback } from '../adapters/lib/public-address.ts';
import { oneOf, wholeNumber, type Read } from './env-readers.ts';

/** Settings of browser calls and their limits for callers without a ticket. */
export function browserCallSettings(read: Read, hostName: string) {
  const chosen = read('WEB_CALLS', oneOf(['open', 'ticket']), null);
  const atOnce = read('ANONYMOUS_CALLS_PER_ADDRESS', wholeNumber(1), 5);
  const attemptsPerMinute = read('ANONYMOUS_ATTEMPTS_PER_MINUTE', wholeNumber(1), 30);
  const isLimited = read('RATE_LIMITS', oneOf(['on', 'off']), 'on') === 'on';
  return {
    /** Default: open on a loopback host, by ticket on a network. */
    webCalls: chosen ?? (isLoopback(hostName) ? ('open' as const) : ('ticket' as const)),
    /** The setting that decided `webCalls`. */
    webCallsBy: chosen === null ? ('HOST' as const) : ('WEB_CALLS' as const),
    /** Null: no limit. */
    anonymousLimits: isLimited ? { atOnce, attemptsPerMinute } : null,
  };
}

/** Most of an organisation's slots, in percent, for the calls of strangers. */
export const callShares = (read: Read) => ({
  anonymous: read('ANONYMOUS_CALLS_SHARE', wholeNumber(1, 100), 50),
  unsigned: read('UNSIGNED_CALLS_SHARE', wholeNumber(1, 100), 30),
  page: read('PAGE_CALLS_SHARE', wholeNumber(1, 100), 80),
});
