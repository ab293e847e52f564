import type { Request, RequestHandler, Response } from 'express';
import { GrowingDelays } from '../../application/growing-delays.ts';
import type { LimitPorts } from '../../application/limit-count-changes.ts';
import { tooManyRequests } from './http-error.ts';
import { KnownClients } from './known-clients.ts';

const MINUTE_MS = 60_000;
/** One client address on one account. */
const OF_PAIR = { free: 10, delayMaxMs: 15 * MINUTE_MS, forgottenAfterMs: 60 * MINUTE_MS };
/** All client addresses without an earlier login, on one account. */
const OF_ACCOUNT = { free: 30, delayMaxMs: MINUTE_MS, forgottenAfterMs: 15 * MINUTE_MS };

type KeyOf = (request: Request) => string;

/**
 * Delays password guessing, over all processes. Failures count by account and client address, and by account over all
 * addresses that did not log in to it lately: an attacker elsewhere does not lock the owner out. A success clears the
 * failures of its address and marks it as known. OWASP Authentication Cheat Sheet, "Login throttling".
 */
export function loginLimits(accountOf: KeyOf, clientOf: KeyOf, ports: LimitPorts) {
  const pairs = new GrowingDelays(ports, 'login client', OF_PAIR);
  const accounts = new GrowingDelays(ports, 'login account', OF_ACCOUNT);
  const known = new KnownClients(ports);
  const keysOf = (request: Request) => {
    const account = accountOf(request);
    return { account, pair: `${clientOf(request)} ${account}` };
  };

  /** Counts a failure in advance. Answers the seconds to wait, or 0. */
  async function attempt(account: string, pair: string, isKnown: boolean): Promise<number> {
    const seconds = await pairs.attempt(pair);
    if (seconds > 0 || isKnown) return seconds;
    const accountSeconds = await accounts.attempt(account);
    if (accountSeconds > 0) await pairs.takeBack(pair);
    return accountSeconds;
  }

  const logIn: RequestHandler = async (request, response, next) => {
    const { account, pair } = keysOf(request);
    const isKnown = await known.has(pair);
    const seconds = await attempt(account, pair, isKnown);
    if (seconds > 0) return next(tooManyRequests(seconds));
    whenAnswered(response, async (status) => {
      if (status === 401) return;
      const isSuccess = status < 400;
      await Promise.all([
        ...(isKnown ? [] : [accounts.takeBack(account)]),
        isSuccess ? pairs.reset(pair) : pairs.takeBack(pair),
        ...(isSuccess ? [known.add(pair)] : []),
      ]);
    });
    next();
  };

  /** The address that signs up is known to the account. */
  const signUp: RequestHandler = (request, response, next) => {
    const { pair } = keysOf(request);
    whenAnswered(response, async (status) => {
      if (status < 400) await known.add(pair);
    });
    next();
  };

  return { logIn, signUp };
}

/**
 * Reports the status of a response. A response the client did not wait for is not reported: its failure stays counted.
 * So does one that the store does not take back.
 */
const whenAnswered = (response: Response, report: (status: number) => Promise<void>): void =>
  void response.once('finish', () => void report(response.statusCode).catch(() => undefined));
