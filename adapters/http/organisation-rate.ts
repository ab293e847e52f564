import type { Request, RequestHandler } from 'express';
import type { Clock } from '../../application/ports/clock.ts';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { knownPrincipal } from './authenticate.ts';
import { tooManyRequests } from './http-error.ts';
import { operationOf } from './operation.ts';

/** What one organisation may use while others need the process, in units: a request is one, its body more. */
const UNITS_PER_SECOND = 10;
const UNITS_AT_ONCE = 200;
/** Bytes of a body that cost as much as a request. JSON is parsed here, every row of a contact list is checked. */
const BYTES_PER_UNIT = 20_000;
const OF_OPERATIONS: Readonly<Record<string, number>> = { uploadContacts: 2_000, uploadDocument: 200_000 };
/** The largest body costs no more, so that it can be sent at all. */
const BODY_UNITS_MAX = 200;
/** A body of unknown length counts as one of this length. In bytes. */
const UNKNOWN_LENGTH = 1024 * 1024;
/** A request that would wait longer than this is refused. In milliseconds. */
const WAIT_MAX_MS = 20_000;
/** An organisation counts as present this long after its last request. In milliseconds. */
const PRESENCE_MS = 10_000;
const ORGANISATIONS_MAX = 20_000;

/** How much this process has to do. */
export interface Load {
  /** Whether its event loop has hardly time for more. */
  isBusy(): boolean;
  /** Whether it carries calls, whose sound must not be late. */
  hasCalls(): boolean;
}

/**
 * Shares a busy process among organisations: what one of them sends beyond its pace waits, so that the requests and
 * calls of others do not. A client that waits for each answer is only slowed down; 429 when the wait would be too long.
 * Without load, or without others, nothing waits. The generic cell rate algorithm (ITU-T I.371). Requests of the
 * platform's own services are not paced, but count as presence of their organisation.
 */
export function organisationRate(clock: Clock, load: Load): RequestHandler {
  const rates = new OrganisationRates(clock);
  return (request, response, next) => {
    const principal = knownPrincipal(request);
    if (!principal?.org_id) return next();
    const hasOthers = rates.recordRequest(principal.org_id) || load.hasCalls();
    if (principal.email === BOT_EMAIL) return next();
    const isInForce = hasOthers && load.isBusy();
    const waitMs = rates.take(principal.org_id, costOf(request), isInForce);
    if (waitMs <= 0) return next();
    if (waitMs > WAIT_MAX_MS) throw tooManyRequests(Math.ceil(waitMs / 1_000));
    const cancel = clock.after(waitMs, next);
    response.once('close', cancel);
  };
}

function costOf(request: Request): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = encoding === undefined ? Number(length ?? 0) : UNKNOWN_LENGTH;
  const unit = OF_OPERATIONS[operationOf(request)?.operationId ?? ''] ?? BYTES_PER_UNIT;
  return 1 + Math.min(BODY_UNITS_MAX, bytes / unit);
}

/** When each organisation has paid for what it used so far. Of too many, the one unused for longest is forgotten. */
class OrganisationRates {
  readonly #clock: Clock;
  readonly #paidAt = new Map<string, number>();
  #last = { organisation: '', at: -Infinity };
  #otherAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Notes a request of an organisation. Answers whether another one is present. */
  recordRequest(organisation: string): boolean {
    const at = this.#clock.monotonic();
    if (organisation !== this.#last.organisation) this.#otherAt = this.#last.at;
    this.#last = { organisation, at };
    return at - this.#otherAt < PRESENCE_MS;
  }

  /** Takes units of an organisation. Answers how long to wait, in milliseconds; takes none when that is too long. */
  take(organisation: string, units: number, isInForce: boolean): number {
    const now = this.#clock.monotonic();
    const free = now + (UNITS_AT_ONCE * 1_000) / UNITS_PER_SECOND;
    const due = Math.max(now, this.#paidAt.get(organisation) ?? now) + (units * 1_000) / UNITS_PER_SECOND;
    // Use of a process with time to spare leaves no debt for when it is busy.
    const paidAt = isInForce ? due : Math.min(due, free);
    const waitMs = paidAt - free;
    if (waitMs > WAIT_MAX_MS) return waitMs;
    // Set anew, so that the map stays in the order of use.
    this.#paidAt.delete(organisation);
    this.#paidAt.set(organisation, paidAt);
    const [oldest] = this.#paidAt.keys();
    if (oldest !== undefined && this.#paidAt.size > ORGANISATIONS_MAX) this.#paidAt.delete(oldest);
    return waitMs;
  }
}
