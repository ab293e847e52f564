import { Router, type Request, type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Clock } from '../../application/ports/clock.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import { BoundedCounts } from './bounded-counts.ts';
import { clientOf } from './requester.ts';
import { tooManyRequests } from './http-error.ts';
import { loginLimits } from './login-limits.ts';
import { operationOf, pathParamsOf } from './operation.ts';

/** Most requests per period. */
interface Allowance {
  readonly requests: number;
  readonly minutes: number;
}

interface Allowances {
  /** By the account address in the request. */
  readonly account?: Allowance;
  /** By client address, which a whole office may share. */
  readonly client: Allowance;
}

/** Limits for public and costly operations. openapi.yaml repeats the numbers. */
export const ALLOWANCES: Readonly<Record<string, Allowances>> = {
  // Failed logins have growing delays as well.
  logIn: { client: { requests: 100, minutes: 1 } },
  startSingleSignOn: { account: { requests: 20, minutes: 1 }, client: { requests: 60, minutes: 1 } },
  finishSingleSignOn: { client: { requests: 60, minutes: 1 } },
  signUp: { account: { requests: 10, minutes: 60 }, client: { requests: 20, minutes: 60 } },
  checkEmail: { account: { requests: 20, minutes: 1 }, client: { requests: 60, minutes: 1 } },
  forgotPassword: { account: { requests: 5, minutes: 60 }, client: { requests: 50, minutes: 60 } },
  resetPassword: { client: { requests: 50, minutes: 60 } },
  // Embedding a question may cost money.
  askKnowledge: { client: { requests: 60, minutes: 1 } },
  // An analysis costs money.
  requestCallAnalysis: { client: { requests: 60, minutes: 1 } },
  startAnalysisRun: { client: { requests: 60, minutes: 1 } },
  // A preview reads the whole contact list.
  previewCampaign: { client: { requests: 20, minutes: 1 } },
  // A rehearsal runs a whole campaign.
  rehearseCampaign: { client: { requests: 10, minutes: 1 } },
  inviteMember: { client: { requests: 60, minutes: 1 } },
};

/**
 * Enforces the limits of each operation. The account limit is checked first, and what it refuses does not count for the
 * client: many wrong passwords for one account lock out only that account.
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

/** The account address in the form used for lookup, from the body or the path. The contract has validated it. */
const accountOf = (request: Request): string =>
  normaliseEmail(pathParamsOf(request)['email'] ?? (request.body as { email: string }).email);
