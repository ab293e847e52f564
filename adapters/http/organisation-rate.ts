import type { Request, RequestHandler } from 'express';
import { BoundedMap } from '../../application/bounded-map.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { knownPrincipal } from './authenticate.ts';
import { tooManyRequests } from './http-error.ts';
import { operationOf } from './operation.ts';

/** What one organisation may use of a busy process, in units. A request is one unit, its body more. */
const UNITS_PER_SECOND = 10;
const UNITS_AT_ONCE = 100;
/** Body bytes per unit. JSON is parsed here, and every row of a contact list is checked. */
const BYTES_PER_UNIT = 20_000;
/** Each document is received as a form and read in a process of its own. */
const DOCUMENT_UNITS = 10;
const OF_OPERATIONS: Readonly<Record<string, { readonly bytesPerUnit: number; readonly least: number }>> = {
  uploadContacts: { bytesPerUnit: 2_000, least: 0 },
  uploadDocument: { bytesPerUnit: 200_000, least: DOCUMENT_UNITS },
};
const OF_OTHERS = { bytesPerUnit: BYTES_PER_UNIT, least: 0 };
/** Caps the cost of a body, so that the largest one need not wait where nothing else was asked. */
const BODY_UNITS_MAX = UNITS_AT_ONCE - 1;
/** Assumed length of a body without a content length. In bytes. */
const UNKNOWN_LENGTH = 1024 * 1024;
/** A request with a longer wait is refused. In milliseconds. */
const WAIT_MAX_MS = 20_000;
/** An organisation counts as present for this long after its last request. In milliseconds. */
const PRESENCE_MS = 10_000;
const ORGANISATIONS_MAX = 20_000;

/** The load of this process. */
export interface OrganisationLoad {
  /** While it is `busy` each request counts, while it is `raised` large bodies only. */
  level(): 'low' | 'raised' | 'busy';
  /** Whether it runs calls, whose audio must not be late. */
  hasCalls(): boolean;
}

/**
 * Shares a busy process among organisations: requests beyond an organisation's rate wait, so that requests and calls of
 * others do not. Large bodies wait from a lower load on, because others wait for each of them. A client that waits for each
 * response is only slowed down. A wait that would be too long answers 429. Without load, or without other organisations,
 * nothing waits. Generic cell rate algorithm (ITU-T I.371). Requests of the platform's own services are not limited, but
 * count as presence of their organisation.
 */
export function organisationRate(clock: Clock, load: OrganisationLoad): RequestHandler {
  const rates = new OrganisationRates(clock);
  return (request, response, next) => {
    const principal = knownPrincipal(request);
    if (!principal?.org_id) return next();
    const hasOthers = rates.recordRequest(principal.org_id) || load.hasCalls();
    if (principal.email === BOT_EMAIL) return next();
    const level = load.level();
    const bodyUnits = bodyUnitsOf(request);
    if (level === 'raised' && bodyUnits < 1) return next();
    const isInForce = hasOthers && level !== 'low';
    const waitMs = rates.take(principal.org_id, 1 + bodyUnits, isInForce);
    if (waitMs <= 0) return next();
    if (waitMs > WAIT_MAX_MS) throw tooManyRequests(Math.ceil(waitMs / 1_000));
    const cancel = clock.after(waitMs, next);
    response.once('close', cancel);
  };
}

function bodyUnitsOf(request: Request): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = encoding === undefined ? Number(length ?? 0) : UNKNOWN_LENGTH;
  const { bytesPerUnit, least } = OF_OPERATIONS[operationOf(request)?.operationId ?? ''] ?? OF_OTHERS;
  return Math.min(BODY_UNITS_MAX, Math.max(least, bytes / bytesPerUnit));
}

/**
 * The time up to which each organisation has used its rate. Beyond the limit the least recently used entry is dropped.
 */
class OrganisationRates {
  readonly #clock: Clock;
  readonly #paidAt = new BoundedMap<string, number>(ORGANISATIONS_MAX);
  #last = { organisation: '', at: -Infinity };
  #otherAt = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a request of an organisation. Answers whether another one is present. */
  recordRequest(organisation: string): boolean {
    const at = this.#clock.monotonic();
    if (organisation !== this.#last.organisation) this.#otherAt = this.#last.at;
    this.#last = { organisation, at };
    return at - this.#otherAt < PRESENCE_MS;
  }

  /** Takes units. Answers the wait in milliseconds. Takes none when the wait is too long. */
  take(organisation: string, units: number, isInForce: boolean): number {
    const now = this.#clock.monotonic();
    const free = now + (UNITS_AT_ONCE * 1_000) / UNITS_PER_SECOND;
    const due = Math.max(now, this.#paidAt.get(organisation) ?? now) + (units * 1_000) / UNITS_PER_SECOND;
    // Use while the process has spare capacity leaves no debt.
    const paidAt = isInForce ? due : Math.min(due, free);
    const waitMs = paidAt - free;
    if (waitMs > WAIT_MAX_MS) return waitMs;
    this.#paidAt.set(organisation, paidAt);
    return waitMs;
  }
}
