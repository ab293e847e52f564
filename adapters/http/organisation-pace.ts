import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../application/ports/clock.ts';
import { BOT_EMAIL } from '../../domain/accounts/caller.ts';
import { knownCaller } from './authenticate.ts';
import { tooManyRequests } from './http-error.ts';
import { operationOf } from './operation.ts';

/** What one organisation may use, in units: a request is one, and its body as many more as it is large. */
const UNITS_PER_SECOND = 50;
const UNITS_AT_ONCE = 500;
/** Bytes of a body that cost as much as a request. JSON and contact lists are parsed here, documents elsewhere. */
const PARSED_BYTES_PER_UNIT = 20_000;
const STORED_BYTES_PER_UNIT = 200_000;
const STORED: ReadonlySet<string | undefined> = new Set(['uploadDocument']);
/** A body of unknown length counts as one of this length. In bytes. */
const UNKNOWN_LENGTH = 1024 * 1024;
/** A request that would wait longer than this is refused. In milliseconds. */
const WAIT_MAX_MS = 20_000;
const ORGANISATIONS_MAX = 20_000;

/**
 * Shares the process among organisations: what one of them sends beyond its pace waits, so that the requests of others
 * do not. A client that waits for each answer is only slowed down; 429 when the wait would be too long. The generic
 * cell rate algorithm (ITU-T I.371). The platform's own services are not paced.
 */
export function organisationPace(clock: Clock): RequestHandler {
  const pace = new Pace(clock);
  return (request, response, next) => {
    const organisation = pacedOrganisation(request);
    if (organisation === null) return next();
    const waitMs = pace.take(organisation, costOf(request));
    if (waitMs > WAIT_MAX_MS) throw tooManyRequests(Math.ceil(waitMs / 1_000));
    if (waitMs <= 0) return next();
    const cancel = clock.after(waitMs, next);
    response.once('close', cancel);
  };
}

function pacedOrganisation(request: Request): string | null {
  const caller = knownCaller(request);
  return caller === null || caller.email === BOT_EMAIL ? null : caller.org_id;
}

function costOf(request: Request): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = encoding === undefined ? Number(length ?? 0) : UNKNOWN_LENGTH;
  return 1 + bytes / (STORED.has(operationOf(request)?.operationId) ? STORED_BYTES_PER_UNIT : PARSED_BYTES_PER_UNIT);
}

/** When each organisation has paid for what it used so far. Of too many, the one unused for longest is forgotten. */
class Pace {
  readonly #clock: Clock;
  readonly #paidAt = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Takes units of an organisation. Answers how long to wait, in milliseconds; takes none when that is too long. */
  take(organisation: string, units: number): number {
    const now = this.#clock.monotonic();
    const paidAt = Math.max(now, this.#paidAt.get(organisation) ?? now) + (units * 1_000) / UNITS_PER_SECOND;
    const waitMs = paidAt - now - (UNITS_AT_ONCE * 1_000) / UNITS_PER_SECOND;
    if (waitMs > WAIT_MAX_MS) return waitMs;
    // Set anew, so that the map stays in the order of use.
    this.#paidAt.delete(organisation);
    this.#paidAt.set(organisation, paidAt);
    const [oldest] = this.#paidAt.keys();
    if (oldest !== undefined && this.#paidAt.size > ORGANISATIONS_MAX) this.#paidAt.delete(oldest);
    return waitMs;
  }
}
