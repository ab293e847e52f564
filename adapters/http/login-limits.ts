import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import type { Clock } from '../../application/ports/clock.ts';
import { GrowingDelays } from './growing-delays.ts';
import { tooManyRequests } from './http-error.ts';

const MINUTE_MS = 60_000;
/** One client address on one account. */
const OF_PAIR = { free: 10, delayMaxMs: 15 * MINUTE_MS, forgottenAfterMs: 60 * MINUTE_MS };
/** All client addresses without an earlier login, on one account. */
const OF_ACCOUNT = { free: 30, delayMaxMs: MINUTE_MS, forgottenAfterMs: 15 * MINUTE_MS };
const KNOWN_MAX = 20_000;

type KeyOf = (request: Request) => string;

/**
 * Delays password guessing. Failures count by account and client address, and by account over all addresses that never
 * logged in to it: an attacker elsewhere does not lock the owner out. A success clears the failures of its address and
 * marks it as known. OWASP Authentication Cheat Sheet, "Login throttling".
 */
export function loginLimits(accountOf: KeyOf, clientOf: KeyOf, clock: Clock) {
  const pairs = new GrowingDelays(OF_PAIR, clock);
  const accounts = new GrowingDelays(OF_ACCOUNT, clock);
  const known = new RecentKeys(KNOWN_MAX);
  const keysOf = (request: Request) => {
    const account = accountOf(request);
    // Digests bound the length of the keys and keep no record of who logs in from where.
    return { account: digest(account), pair: digest(`${clientOf(request)} ${account}`) };
  };

  const logIn: RequestHandler = (request, response, next) => {
    const { account, pair } = keysOf(request);
    const isKnown = known.has(pair);
    const seconds = Math.max(pairs.secondsLeft(pair), isKnown ? 0 : accounts.secondsLeft(account));
    if (seconds > 0) return next(tooManyRequests(seconds));
    pairs.fail(pair);
    if (!isKnown) accounts.fail(account);
    whenAnswered(response, (status) => {
      if (status === 401) return;
      if (!isKnown) accounts.takeBack(account);
      if (status >= 400) return pairs.takeBack(pair);
      pairs.reset(pair);
      known.add(pair);
    });
    next();
  };

  /** The address that signs up is known to the account. */
  const signUp: RequestHandler = (request, response, next) => {
    const { pair } = keysOf(request);
    whenAnswered(response, (status) => void (status < 400 && known.add(pair)));
    next();
  };

  return { logIn, signUp };
}

/** A bounded set of keys that drops the oldest. */
class RecentKeys {
  readonly #max: number;
  readonly #keys = new Set<string>();

  constructor(max: number) {
    this.#max = max;
  }

  has = (key: string): boolean => this.#keys.has(key);

  add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (oldest !== undefined && this.#keys.size > this.#max) this.#keys.delete(oldest);
  }
}

/**
 * Reports the status of a response. A response the client did not wait for is not reported: its failure stays counted.
 */
const whenAnswered = (response: Response, report: (status: number) => void): void =>
  void response.once('finish', () => report(response.statusCode));

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
