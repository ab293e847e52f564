import { isLoopback } from './loopback.ts';
import { oneOf, wholeNumber, type Read } from './env-readers.ts';

/** Who may call from a browser, and how often one who brings no ticket. */
export function browserCallSettings(read: Read, hostName: string) {
  const chosen = read('WEB_CALLS', oneOf(['open', 'ticket']), null);
  const atOnce = read('ANONYMOUS_CALLS_PER_ADDRESS', wholeNumber(1), 5);
  const attemptsPerMinute = read('ANONYMOUS_ATTEMPTS_PER_MINUTE', wholeNumber(1), 30);
  const isLimited = read('RATE_LIMITS', oneOf(['on', 'off']), 'on') === 'on';
  return {
    /** Without a choice: whoever reaches only this machine may be trusted with its agents, a network may not. */
    webCalls: chosen ?? (isLoopback(hostName) ? ('open' as const) : ('ticket' as const)),
    /** Which setting decided that. */
    webCallsBy: chosen === null ? ('HOST' as const) : ('WEB_CALLS' as const),
    /** Null: no limit. */
    anonymousLimits: isLimited ? { atOnce, attemptsPerMinute } : null,
  };
}

/** Percentages of an organisation's slots that calls may hold for which nobody vouches. */
export const unverifiedShares = (read: Read) => ({
  anonymous: read('ANONYMOUS_CALLS_SHARE', wholeNumber(1, 100), 50),
  unsigned: read('UNSIGNED_CALLS_SHARE', wholeNumber(1, 100), 30),
});
