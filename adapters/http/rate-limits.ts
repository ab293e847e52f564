import { Router, type Request, type RequestHandler } from 'express';
import type { LimitPorts } from '../../application/limit-count-changes.ts';
import { ReportedLimit } from '../../application/reported-limit.ts';
import { StrictLimit } from '../../application/strict-limit.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
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
  /** Counted afterwards, so that the request does not wait for the store: several processes may let a few more through. */
  readonly isReported?: true;
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
  inviteMember: { client: { requests: 60, minutes: 1 } },
  // Embedding a question may cost money.
  askKnowledge: { client: { requests: 60, minutes: 1 }, isReported: true },
  // An analysis costs money.
  requestCallAnalysis: { client: { requests: 60, minutes: 1 }, isReported: true },
  startAnalysisRun: { client: { requests: 60, minutes: 1 }, isReported: true },
  // A rehearsal costs money and processor time.
  startRehearsalRun: { client: { requests: 60, minutes: 1 }, isReported: true },
  // A preview reads the whole contact list.
  previewCampaign: { client: { requests: 20, minutes: 1 }, isReported: true },
  // A rehearsal runs a whole campaign.
  rehearseCampaign: { client: { requests: 10, minutes: 1 }, isReported: true },
};

/**
 * Enforces the limits of each operation over all processes. The account limit is checked first, and what it refuses does
 * not count for the client: many wrong passwords for one account lock out only that account.
 */
export function rateLimits(ports: LimitPorts): RequestHandler {
  const slowed: Readonly<Record<string, RequestHandler>> = loginLimits(accountOf, clientOf, ports);
  const guards = new Map(
    Object.entries(ALLOWANCES).map(([operation, { account, client, isReported = false }]) => {
      const router = Router();
      const limitOf = (counted: string, { requests, minutes }: Allowance) =>
        new (isReported ? ReportedLimit : StrictLimit)(ports, `${operation} ${counted}`, {
          requests,
          windowMs: minutes * 60_000,
        });
      const ofClient = limitOf('client', client);
      // A client that has used its limit costs the store nothing, whatever accounts it names.
      router.use(refusal((request) => ofClient.secondsLeft(clientOf(request))));
      if (slowed[operation]) router.use(slowed[operation]);
      if (account) router.use(guard(limitOf('account', account), accountOf));
      router.use(guard(ofClient, clientOf));
      return [operation, router] as const;
    }),
  );
  return (request, response, next) => {
    const router = guards.get(operationOf(request)?.operationId ?? '');
    if (router) void router(request, response, next);
    else next();
  };
}

const refusal =
  (secondsOf: (request: Request) => number | Promise<number>): RequestHandler =>
  async (request, _response, next) => {
    const seconds = await secondsOf(request);
    next(seconds > 0 ? tooManyRequests(seconds) : undefined);
  };

const guard = (limit: StrictLimit | ReportedLimit, keyOf: (request: Request) => string): RequestHandler =>
  refusal((request) => limit.take(keyOf(request)));

/** The account address in the form used for lookup, from the body or the path. The contract has validated it. */
const accountOf = (request: Request): string =>
  normaliseEmail(pathParamsOf(request)['email'] ?? (request.body as { email: string }).email);
