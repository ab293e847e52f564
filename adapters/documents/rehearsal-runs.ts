import type { ClaimedRun, RehearsalRunRepository } from '../../application/ports/rehearsal-runs.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import { UNFINISHED, type RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import { falseOnUniqueViolation, UniqueViolation, type Collection, type DocumentStore } from './collection.ts';
import { anyOf, between } from './match.ts';

interface StoredRun extends RehearsalRun {
  /** The organisation of a run that a process holds: an organisation has one at most. Null otherwise. */
  readonly held_for: string | null;
  /** The process that has it, and until when, or the time from which on it can be claimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
  readonly attempts: number;
  /** The suite and the key of a run that was published with one. Null otherwise. */
  readonly published_as?: string | null;
  /** When a run was made that may have recordings. Null: it has none. */
  readonly recorded_from?: string | null;
}

const publication = (orgId: string, suiteId: string, key: string): string => `${orgId}/${suiteId}/${key}`;

/** Runs that are not over and can be claimed. */
const free = (now: string) => ({ state: anyOf(UNFINISHED), claimed_until: between({ below: now }) });

const OVER = ['completed', 'failed', 'canceled'] as const;

const UNCLAIMED = { held_for: null, claimed_by: '', claimed_until: '' };

/** Runs of suites as documents, each with the claim of the process that has it. */
export async function documentRehearsalRuns(store: DocumentStore): Promise<RehearsalRunRepository> {
  const runs = await store.open<StoredRun>({
    name: 'rehearsal_runs',
    indexes: [
      { name: 'by_id', fields: ['run_id'], unique: true },
      { name: 'by_suite', fields: ['org_id', 'suite_id', 'created_at'] },
      { name: 'by_turn', fields: ['state', 'org_id', 'created_at'] },
      { name: 'by_holder', fields: ['held_for'], unique: true, sparse: 'held_for' },
      { name: 'by_publication', fields: ['published_as'], unique: true, sparse: 'published_as' },
      { name: 'by_recordings', fields: ['org_id', 'recorded_from'], sparse: 'recorded_from' },
    ],
  });
  return {
    ...publishedRuns(runs),
    add: (run) => runs.insert({ ...run, ...UNCLAIMED, attempts: 0 }),
    find: async (org_id, run_id) => bare(await runs.findOne({ org_id, run_id })),
    list: async (org_id, suite_id, page) =>
      (await runs.find({ org_id, suite_id }, { ...page, sort: { created_at: 'desc' } })).map(shown),
    count: (org_id, suite_id) => runs.count({ org_id, suite_id }),
    countUnfinished: (org_id) => runs.count({ org_id, state: anyOf(UNFINISHED) }),
    async organisationsWithPending(now) {
      const found = await runs.tally(free(now), ['org_id'], 'attempts');
      return found.map(({ values }) => values.org_id);
    },
    claim: (orgId, owner, span) => claim(runs, orgId, owner, span),
    renewClaim: async (run_id, claimed_by, until) =>
      (await runs.change({ run_id, claimed_by, state: 'running' }, { claimed_until: until })) !== null,
    async release(run_id, claimed_by, from) {
      const claimed = await runs.findOne({ run_id, claimed_by });
      if (!claimed) return;
      const { attempts } = claimed;
      await runs.change(
        { run_id, claimed_by, attempts },
        { ...UNCLAIMED, claimed_until: from, attempts: attempts - 1 },
      );
    },
    async advance(org_id, run_id, done) {
      const match = { ...unfinished(org_id, run_id), conversations_done: between({ below: done }) };
      await runs.change(match, { conversations_done: done });
    },
    async finish(org_id, run_id, change, owner) {
      const match = { ...unfinished(org_id, run_id), ...(owner !== undefined && { claimed_by: owner }) };
      return bare(await runs.change(match, { ...change, ...UNCLAIMED }));
    },
    remove: async (org_id, run_id) => (await runs.remove({ org_id, run_id, state: anyOf(OVER) })) > 0,
  };
}

const unfinished = (org_id: string, run_id: string) => ({ org_id, run_id, state: anyOf(UNFINISHED) });

/** What concerns runs that are published, and their recordings. */
const publishedRuns = (
  runs: Collection<StoredRun>,
): Pick<
  RehearsalRunRepository,
  'publish' | 'findPublished' | 'keepPublishing' | 'markRecorded' | 'listRecorded' | 'unmarkRecorded'
> => {
  const published = (org_id: string, run_id: string) => ({ ...unfinished(org_id, run_id), origin: 'command' as const });
  return {
    publish: (run, from, key) => {
      const name = key === null ? null : publication(run.org_id, run.suite_id, key);
      const stored = { ...run, ...UNCLAIMED, claimed_until: from, attempts: 0, published_as: name };
      return falseOnUniqueViolation(runs.insert(stored), 'by_publication');
    },
    findPublished: async (orgId, suiteId, key) =>
      bare(await runs.findOne({ published_as: publication(orgId, suiteId, key) })),
    keepPublishing: async (org_id, run_id, from) =>
      (await runs.change(published(org_id, run_id), { claimed_until: from })) !== null,
    markRecorded: async ({ org_id, run_id, created_at }) =>
      (await runs.change(published(org_id, run_id), { recorded_from: created_at })) !== null,
    async listRecorded(org_id, before, limit) {
      const match = { org_id, recorded_from: between({ below: before }), state: anyOf(OVER) };
      return (await runs.find(match, { limit, sort: { recorded_from: 'asc' } })).map(shown);
    },
    unmarkRecorded: async (org_id, run_id) => void (await runs.change({ org_id, run_id }, { recorded_from: null })),
  };
};

/** Claims the run whose claim ran out, else the oldest one. */
const claim = (
  runs: Collection<StoredRun>,
  org_id: string,
  owner: string,
  { now, until }: { readonly now: string; readonly until: string },
): Promise<ClaimedRun | null> =>
  retryOnConflict<ClaimedRun | null>(
    () => null,
    async () => {
      const match = { org_id, ...free(now) };
      const oldest = { created_at: 'asc' } as const;
      const seen = (await runs.findOne({ ...match, state: 'running' }, oldest)) ?? (await runs.findOne(match, oldest));
      if (!seen) return null;
      const { run_id, state, claimed_by, claimed_until, attempts } = seen;
      const changes = {
        ...{ state: 'running' as const, claimed_by: owner, claimed_until: until, attempts: attempts + 1 },
        // What is published is held elsewhere.
        ...(seen.origin === 'api' && { held_for: org_id }),
        started_at: seen.started_at ?? now,
      };
      const asSeen = { run_id, state, claimed_by, claimed_until, attempts };
      const claimed = await runs.change(asSeen, changes).catch(takenIfViolated);
      if (claimed === 'taken') return null;
      return claimed ? { run: shown(claimed), attempt: claimed.attempts } : 'again';
    },
  );

function takenIfViolated(error: unknown): 'taken' {
  if (error instanceof UniqueViolation && error.index === 'by_holder') return 'taken';
  throw error;
}

const bare = (stored: StoredRun | null): RehearsalRun | null => stored && shown(stored);

const shown = ({
  held_for: _for,
  claimed_by: _by,
  claimed_until: _until,
  attempts: _attempts,
  published_as: _key,
  recorded_from: _recorded,
  ...run
}: StoredRun): RehearsalRun => run;
