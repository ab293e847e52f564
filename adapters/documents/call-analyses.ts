import type { CallAnalysisRepository, ClaimedAnalysis } from '../../application/ports/call-analyses.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import type { CallAnalysis } from '../../domain/calls/call-analysis.ts';
import {
  hasFieldValue,
  type AnalysisFilter,
  type CallFilter,
  type FieldValue,
} from '../../domain/calls/call-filter.ts';
import type { AnalysisTally } from '../../domain/calls/outcome-counts.ts';
import {
  UniqueViolation,
  falseOnUniqueViolation,
  type Collection,
  type DocumentStore,
  type GroupCount,
} from './collection.ts';
import { changeWithEvents, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';
import { anyOf, between, spanOf, type Match } from './match.ts';

interface StoredAnalysis extends CallAnalysis, Outbox {
  /** The worker that has it, and until when. Empty when unclaimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
  readonly attempts: number;
  /** Which of its organisation's claims it holds, from 0. Null when unclaimed. */
  readonly slot: number | null;
}

/** The fields analyses are counted by. */
const OUTCOME = ['agent_id', 'status', 'success'] as const;

/** Analyses that a search by an extracted field reads. */
const SEARCHED_MAX = 5_000;

/** Matches analyses that can be claimed. */
const free = (now: string) => ({ status: 'pending', claimed_until: between({ below: now }) }) as const;

const UNCLAIMED = { claimed_by: '', claimed_until: '', slot: null };

/** Events of an analysis follow those of its call, which count from 0. */
const FIRST_SEQUENCE = 1_000_000;

/** Analyses of calls as documents, each with the claim of the worker that has it. A unique index bounds the claims. */
export async function documentCallAnalyses(store: DocumentStore): Promise<CallAnalysisRepository> {
  const analyses = await store.open<StoredAnalysis>({
    name: 'call_analyses',
    // The runtime forgets an ended call as soon as its analysis is stored.
    isLasting: true,
    formerIndexes: ['by_age'],
    indexes: [
      { name: 'by_call', fields: ['call_id'], unique: true },
      { name: 'by_turn', fields: ['status', 'org_id', 'requested_at'] },
      { name: 'by_slot', fields: ['org_id', 'slot'], unique: true, sparse: 'slot' },
      { name: 'by_age_and_draft', fields: ['org_id', 'call_created_at', ...OUTCOME, 'agent_draft'] },
      { name: 'by_success', fields: ['org_id', 'success', 'call_created_at'], sparse: 'success' },
      { name: 'by_run', fields: ['run_id', 'status'], sparse: 'run_id' },
      OUTBOX_INDEX,
    ],
  });

  return {
    add(analysis) {
      const added = { ...analysis, ...UNCLAIMED, attempts: 0, outbox_revision: FIRST_SEQUENCE };
      return falseOnUniqueViolation(analyses.insert(added), 'by_call');
    },
    async find(org_id, call_id) {
      const found = await analyses.findOne({ org_id, call_id });
      return found && shown(found);
    },
    findMany: async (org_id, ids) => (await analyses.find({ org_id, call_id: anyOf(ids) })).map(shown),
    async restart(org_id, call_id, change) {
      const match = { org_id, call_id, status: anyOf(['done', 'failed'] as const) };
      const restarted = await analyses.change(match, { ...change, ...UNCLAIMED, attempts: 0 });
      return restarted && shown(restarted);
    },
    ...lists(analyses),
    ...claims(analyses),
  };
}

/** Listing and counting analyses. */
const lists = (
  analyses: Collection<StoredAnalysis>,
): Pick<CallAnalysisRepository, 'page' | 'each' | 'tally' | 'tallyOfRun'> => ({
  async page(orgId, wanted, { limit, offset }) {
    const match = matching(orgId, wanted);
    if (!wanted.field) {
      const page = { sort: NEWEST_FIRST, limit, offset };
      const [found, total] = await Promise.all([analyses.find(match, page), analyses.count(match)]);
      return { analyses: found.map(shown), total };
    }
    const found: CallAnalysis[] = [];
    let total = 0;
    for await (const analysis of having(
      wanted.field,
      analyses.each(match, { sort: NEWEST_FIRST, limit: SEARCHED_MAX }),
    )) {
      if (total >= offset && found.length < limit) found.push(shown(analysis));
      total += 1;
    }
    return { analyses: found, total };
  },
  async *each(orgId, wanted) {
    const all = analyses.each(matching(orgId, wanted), { sort: NEWEST_FIRST });
    for await (const analysis of wanted.field ? having(wanted.field, all) : all) yield shown(analysis);
  },
  async tally(orgId, wanted) {
    const groups = await analyses.tally(matching(orgId, wanted), [...OUTCOME, 'agent_draft'], 'attempts');
    return groups
      .filter(({ values }) => typeof values.agent_draft !== 'string')
      .map(({ values: { agent_draft: _none, ...values }, count }) => ({ ...values, calls: count }));
  },
  tallyOfRun: async (run_id) => countsOf(await analyses.tally({ run_id }, OUTCOME, 'attempts')),
});

const NEWEST_FIRST = { call_created_at: 'desc' } as const;

const matching = (orgId: string, { status, success, ...calls }: AnalysisFilter): Match<StoredAnalysis> => ({
  org_id: orgId,
  ...ofCalls(calls),
  ...(status !== undefined && { status }),
  ...(success !== undefined && { success }),
});

const ofCalls = ({ agent_id, agent_version, from, below }: CallFilter): Match<StoredAnalysis> => ({
  ...(agent_id !== undefined && { agent_id }),
  ...(agent_version !== undefined && { agent_version }),
  ...((from !== undefined || below !== undefined) && { call_created_at: spanOf(from, below) }),
});

async function* having(field: FieldValue, all: AsyncIterable<StoredAnalysis>): AsyncGenerator<StoredAnalysis> {
  for await (const analysis of all) if (hasFieldValue(analysis, field)) yield analysis;
}

const countsOf = (groups: readonly GroupCount<StoredAnalysis, (typeof OUTCOME)[number]>[]): AnalysisTally[] =>
  groups.map(({ values, count }) => ({ ...values, calls: count }));

type Claims = Pick<
  CallAnalysisRepository,
  'organisationsWithPending' | 'claim' | 'renewClaim' | 'releaseClaim' | 'finishClaim'
>;

/** Sharing the pending analyses among workers. */
const claims = (analyses: Collection<StoredAnalysis>): Claims => ({
  async organisationsWithPending(now) {
    const found = await analyses.tally(free(now), ['org_id'], 'attempts');
    return found.map(({ values }) => values.org_id);
  },
  claim: (orgId, owner, span, most) =>
    retryOnConflict<ClaimedAnalysis | null>(
      () => null,
      async () => {
        const slots = Array.from({ length: most }, (_, slot) => slot);
        const lapsed = await analyses.findOne({ org_id: orgId, ...free(span.now), slot: anyOf(slots) });
        const seen = lapsed ?? (await analyses.findOne({ org_id: orgId, ...free(span.now) }, { requested_at: 'asc' }));
        if (!seen) return null;
        const claim = { claimed_by: owner, claimed_until: span.until };
        return claimInSlot(analyses, seen, claim, seen.slot === null ? slots : [seen.slot]);
      },
    ),
  renewClaim: async (call_id, claimed_by, until) =>
    (await analyses.change({ call_id, claimed_by }, { claimed_until: until })) !== null,
  async releaseClaim(call_id, claimed_by, { until, untried }) {
    const claimed = await analyses.findOne({ call_id, claimed_by });
    if (!claimed) return;
    const { attempts } = claimed;
    const unclaimed = { ...UNCLAIMED, claimed_until: until, attempts: untried ? attempts - 1 : attempts };
    await analyses.change({ call_id, claimed_by, attempts }, unclaimed);
  },
  finishClaim: async (call_id, claimed_by, change, events = []) =>
    (await changeWithEvents<StoredAnalysis>(
      analyses,
      { call_id, claimed_by },
      { ...change, ...UNCLAIMED },
      () => events,
    )) !== null,
});

/** Claims the analysis as seen, in the first of these slots that no other has. Null when others have all. */
async function claimInSlot(
  analyses: Collection<StoredAnalysis>,
  { call_id, claimed_by, claimed_until, attempts }: StoredAnalysis,
  claim: Pick<StoredAnalysis, 'claimed_by' | 'claimed_until'>,
  slots: readonly number[],
): Promise<ClaimedAnalysis | null | 'again'> {
  for (const slot of slots) {
    const match = { call_id, status: 'pending', claimed_by, claimed_until, attempts } as const;
    const claimed = await analyses
      .change(match, { ...claim, slot, attempts: attempts + 1 })
      .catch((error: unknown) => takenIfViolated(error));
    if (claimed === 'taken') continue;
    // Another worker claimed it first: try the next one.
    return claimed ? { analysis: shown(claimed), attempt: claimed.attempts } : 'again';
  }
  return null;
}

function takenIfViolated(error: unknown): 'taken' {
  if (error instanceof UniqueViolation && error.index === 'by_slot') return 'taken';
  throw error;
}

const shown = ({
  claimed_by: _by,
  claimed_until: _until,
  attempts: _attempts,
  slot: _slot,
  ...analysis
}: StoredAnalysis): CallAnalysis => withoutOutbox<CallAnalysis>(analysis);
