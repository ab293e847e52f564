import { STATUS_CODES } from 'node:http';
import type { ErrorRequestHandler, Request } from 'express';
import type { Log, LogFields } from '../../application/ports/log.ts';
import { DomainError, type Problem } from '../../domain/errors.ts';
import { QuotaExceeded } from '../../domain/accounts/quotas.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { PROBLEM_STATUS } from '../lib/problem-status.ts';
import { isHttpError, type HttpError } from './http-error.ts';
import { operationOf } from './operation.ts';
import { bodyProblem, shapeProblems, type ValidationProblem } from './problems.ts';
import { requestIdOf } from './request-id.ts';

const HEADERS: Partial<Record<Problem, Readonly<Record<string, string>>>> = {
  limited: { 'Retry-After': '5' },
  outage: { 'Retry-After': '2' },
  busy: { 'Retry-After': '5' },
};

interface Answer {
  readonly status: number;
  readonly detail: string | readonly ValidationProblem[];
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Converts errors to responses. An unexpected error answers 500 without details and is logged. */
export const answerErrors =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, request, response, _next) => {
    const about = { request_id: requestIdOf(response), operation: operationOf(request)?.operationId };
    if (response.headersSent || response.destroyed) {
      log.warn('http.answer_broken', { ...about, reason: String(error) });
      response.destroy();
      return;
    }
    const { status, detail, headers } = answerTo(error, request);
    reportToOperator(log, error, { ...about, status });
    // A carrier's 401 concerns its stored credentials, not the principal.
    if (status === 401 && !(error instanceof CarrierFailure)) response.set(challengeOf(request));
    response.status(status).set(headers ?? {});
    if (status === 204) response.end();
    else response.json({ detail });
  };

/** Logs faults and carrier refusals, whose details users do not see. */
function reportToOperator(log: Log, error: unknown, about: LogFields & { readonly status: number }): void {
  if (error instanceof CarrierFailure) log.warn('carrier.refused', { ...about, ...traceOf(error) });
  else if (about.status >= 500 && !isBusy(error)) log.error('http.failed', { ...about, ...traceOf(error) });
}

/** A full queue is expected and frequent, so it is not logged. */
const isBusy = (error: unknown): boolean => error instanceof DomainError && error.problem === 'busy';

function answerTo(error: unknown, request: Request): Answer {
  if (error instanceof DomainError) return coreAnswer(error);
  if (!isHttpError(error) || error.status >= 500) return { status: 500, detail: 'Internal server error' };
  const unread = bodyProblem(error, operationOf(request));
  if (unread) return { status: 422, detail: [unread] };
  const misshapen = shapeProblems(error);
  if (misshapen) return { status: acceptsBodies(request) ? 422 : 400, detail: misshapen };
  const isAsking = error.status === 405 && request.method === 'OPTIONS';
  return { status: isAsking ? 204 : error.status, detail: detailOf(error), headers: error.headers };
}

const detailOf = ({ detail, status }: HttpError): string => detail ?? STATUS_CODES[status] ?? 'Refused';

/** Domain errors by their problem, carrier errors by their own status. Both may include a retry delay. */
function coreAnswer(error: DomainError): Answer {
  const { message: detail, retryAfterMs } = error;
  const status = error instanceof CarrierFailure ? error.status : PROBLEM_STATUS[error.problem];
  const hasOwnRetryAfter = error instanceof CarrierFailure || error instanceof QuotaExceeded;
  if (retryAfterMs === null) return { status, detail, headers: hasOwnRetryAfter ? undefined : HEADERS[error.problem] };
  return { status, detail, headers: { 'Retry-After': `${Math.ceil(retryAfterMs / 1000)}` } };
}

/** Whether the contract declares 422 for this operation. Otherwise invalid requests get 400. */
const acceptsBodies = (request: Request): boolean => '422' in (operationOf(request)?.responses ?? {});

const challengeOf = (request: Request): Record<string, string> =>
  operationOf(request)?.security === undefined ? { 'WWW-Authenticate': 'Bearer' } : {};

function traceOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { reason: String(error) };
  const cause = error.cause instanceof Error ? error.cause.stack : error.cause;
  return { stack: error.stack, ...(cause !== undefined && { cause }) };
}
