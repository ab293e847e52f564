import { Router, type Request, type RequestHandler } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import type { Clock } from '../../application/ports/clock.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import { BoundedCounts } from './bounded-counts.ts';
import { tooManyRequests } from './http-error.ts';
import { loginLimits } from './login-limits.ts';
import { operationOf, pathParamsOf } from './operation.ts';

/** So many requests in so many minutes. */
interface Allowance {
  readonly requests: number;
  readonly minutes: number;
}

interface Allowances {
  /** For the address of an account that a request names. */
  readonly account?: Allowance;
  /** For the network address that requests come from, which may be a whole office. */
  readonly client: Allowance;
}

/** What everybody may ask without a token, or at a price, is asked only so often. openapi.yaml repeats the numbers. */
export const ALLOWANCES: Readonly<Record<string, Allowances>> = {
  // Failed logins are slowed down besides.
  logIn: { client: { requests: 100, minutes: 1 } },
  signUp: { account: { requests: 10, minutes: 60 }, client: { requests: 20, minutes: 60 } },
  checkEmail: { account: { requests: 20, minutes: 1 }, client: { requests: 60, minutes: 1 } },
  forgotPassword: { account: { requests: 5, minutes: 60 }, client: { requests: 50, minutes: 60 } },
  resetPassword: { client: { requests: 50, minutes: 60 } },
  // Whoever embeds questions may ask for money.
  askKnowledge: { client: { requests: 60, minutes: 1 } },
  inviteMember: { client: { requests: 60, minutes: 1 } },
};

/**
 * Refuses what goes beyond the allowance of its operation. The account is looked at first, and what it refuses does
 * not count for the client: many wrong passwords for one account lock nobody else out.
 */
export function rateLimits(clock: Clock): RequestHandler {
  const slowed: Readonly<Record<string, RequestHandler>> = loginLimits(accountOf, clientOf, clock);
  const guards = new Map(
    Object.entries(ALLOWANCES).map(([operation, { account, client }]) => {
      const router = Router();
      if (slowed[operation]) router.use(slowed[operation]);
      if (account) router.use(guard(account, accountOf, clock));
      router.use(guard(client, clientOf, clock));
      return [operation, router] as const;
    }),
  );
  return (request, response, next) => {
    const router = guards.get(operationOf(request)?.operationId ?? '');
    if (router) void router(request, response, next);
    else next();
  };
}

function guard(allowance: Allowance, keyOf: (request: Request) => string, clock: Clock): RequestHandler {
  const windowMs = allowance.minutes * 60_000;
  const counts = new BoundedCounts(windowMs, clock);
  return rateLimit({
    windowMs,
    limit: allowance.requests,
    store: counts,
    keyGenerator: keyOf,
    standardHeaders: false,
    legacyHeaders: false,
    validate: false,
    handler: (request, _response, next) => next(tooManyRequests(counts.secondsLeft(keyOf(request)))),
  });
}

/** The address as accounts are found by it, from the body or the path. The contract has found it to be a short text. */
const accountOf = (request: Request): string =>
  normaliseEmail(pathParamsOf(request)['email'] ?? (request.body as { email: string }).email);

/** The client's address; of IPv6 the network of 64 bits, which is the least that a customer is given. */
const clientOf = ({ ip = '' }: Request): string => ipKeyGenerator(ip, 64);
