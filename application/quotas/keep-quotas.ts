import {
  dayOf,
  monthOf,
  quotasOf,
  quotaUse,
  requireWithin,
  type Quotas,
  type QuotaUse,
} from '../../domain/accounts/quotas.ts';
import { requireBudget } from '../../domain/costs/budget.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { BudgetRepository } from '../ports/costs.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { countedUse, type CountedQuota } from './counted-quotas.ts';
import { callMinutes, minutesIn } from './call-minutes.ts';
import { QuotaReservations, type ReservationPorts } from './quota-reservations.ts';

interface Ports extends ReservationPorts {
  readonly knowledge: Pick<KnowledgeDocumentRepository, 'count' | 'countChunks'>;
  readonly organisations: OrganisationRepository;
  readonly calls: CallRepository;
  readonly budgets: Pick<BudgetRepository, 'find'>;
  /** Default limits, for organisations without their own. */
  readonly limits: { readonly quotas: Quotas };
}

/**
 * Enforces quotas, and the hard stop of budgets. Calls, minutes, passages and what is created are counted from the records. Bytes are counted as they are
 * stored and recounted from the object store when the count is missing or in doubt.
 */
export function keepQuotas(ports: Ports): QuotaKeeper {
  const { organisations, knowledge, budgets, clock, limits } = ports;
  const reservations = new QuotaReservations(ports);

  const quotasFor = async (orgId: string): Promise<Quotas> =>
    quotasOf((await organisations.find(orgId)) ?? {}, limits.quotas);
  const { callsToday, minutes } = callUse(ports, reservations);

  /** Calls that may still start today, without those already registered. */
  const callsLeft = async (orgId: string, registered: number): Promise<number> => {
    const [{ calls_per_day, call_minutes_per_month }, budget] = await Promise.all([
      quotasFor(orgId),
      budgets.find(orgId),
    ]);
    const now = clock.now();
    requireBudget(budget, now);
    if (call_minutes_per_month !== null) {
      const use = await minutes(orgId, call_minutes_per_month, now);
      // A call's length is unknown before it ends, so it may start while any minutes are left.
      requireWithin('call_minutes_per_month', use, use.remaining === 0 ? 1 : 0, now);
    }
    if (calls_per_day === null) return Infinity;
    const use = await callsToday(orgId, calls_per_day, now);
    requireWithin('calls_per_day', use, 1 - registered, now);
    return calls_per_day - use.used + registered;
  };

  return {
    reserve: async (orgId, wanted) => reservations.reserve(orgId, wanted, await quotasFor(orgId)),
    passagesFor: async (orgId, documentId) => passageCheck(ports, (await quotasFor(orgId)).passages, orgId, documentId),
    async requireCall(orgId, registered = 0) {
      await callsLeft(orgId, registered);
    },
    callsLeft: (orgId) => callsLeft(orgId, 0),
    addRecorded: async (orgId, bytes, artifact) =>
      reservations.addRecorded(orgId, bytes, artifact, await quotasFor(orgId)),
    removeBytes: (orgId, removed) => reservations.removeBytes(orgId, removed),
    removeCall: (orgId, call) => reservations.removeCall(orgId, call),
    async usage(orgId) {
      const quotas = await quotasFor(orgId);
      const now = clock.now();
      return {
        ...(await reservations.usage(orgId, quotas)),
        ...(await countedUses(ports, orgId, quotas)),
        passages: quotaUse(quotas.passages, await knowledge.countChunks(orgId)),
        calls_per_day: await callsToday(orgId, quotas.calls_per_day, now),
        call_minutes_per_month: await minutes(orgId, quotas.call_minutes_per_month, now),
      };
    },
  };
}

async function countedUses(ports: Ports, orgId: string, quotas: Quotas): Promise<Record<CountedQuota, QuotaUse>> {
  const of = (name: CountedQuota): Promise<QuotaUse> => countedUse(ports, name, { orgId, limit: quotas[name] });
  return {
    documents: await of('documents'),
    agents: await of('agents'),
    campaigns: await of('campaigns'),
    erasures: await of('erasures'),
    analysis_runs_per_day: await of('analysis_runs_per_day'),
  };
}

/** A check of the passages of a document, beside those that the others have now. */
async function passageCheck(
  { knowledge, clock }: Ports,
  limit: number | null,
  orgId: string,
  documentId: string,
): Promise<(passages: number) => void> {
  if (limit === null) return () => undefined;
  const use = quotaUse(limit, await knowledge.countChunks(orgId, documentId));
  return (wanted) => requireWithin('passages', use, wanted, clock.now());
}

/** The calls of today and the minutes of this month. Erased calls count on. */
function callUse(ports: Ports, reservations: QuotaReservations) {
  const minutesOf = callMinutes(ports);
  return {
    async callsToday(orgId: string, limit: number | null, now: Date): Promise<QuotaUse> {
      const { calls } = await reservations.erased(orgId);
      return quotaUse(limit, (await ports.calls.count(orgId, dayOf(now))) + calls, dayOf(now).below);
    },
    async minutes(orgId: string, limit: number | null, now: Date): Promise<QuotaUse> {
      const { seconds } = await reservations.erased(orgId);
      return quotaUse(limit, (await minutesOf(orgId, monthOf(now))) + minutesIn(seconds), monthOf(now).below);
    },
  };
}
