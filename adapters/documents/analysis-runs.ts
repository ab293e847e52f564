import type { AnalysisRunRepository } from '../../application/ports/analysis-runs.ts';
import type { AnalysisRun } from '../../domain/calls/analysis-run.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

interface StoredRun extends AnalysisRun {
  /** The organisation of a run that is running: an organisation has one at most. Null afterwards. */
  readonly running_for: string | null;
  /** The process that has it, and until when, or the time from which on it can be claimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
}

/** Runs of analyses as documents, each with the claim of the process that has it. */
export async function documentAnalysisRuns(store: DocumentStore): Promise<AnalysisRunRepository> {
  const runs = await store.open<StoredRun>({
    name: 'analysis_runs',
    indexes: [
      { name: 'by_id', fields: ['run_id'], unique: true },
      { name: 'by_running', fields: ['running_for'], unique: true, sparse: 'running_for' },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
    ],
  });
  const running = (now: string) => ({ state: 'running', claimed_until: between({ below: now }) }) as const;
  return {
    add: (run) =>
      falseOnUniqueViolation(
        runs.insert({ ...run, running_for: run.org_id, claimed_by: '', claimed_until: '' }),
        'by_running',
      ),
    find: async (orgId, runId) => bare(await runs.findOne({ org_id: orgId, run_id: runId })),
    list: async (orgId, page) =>
      (await runs.find({ org_id: orgId }, { ...page, sort: { created_at: 'desc' } })).map(shown),
    count: (orgId) => runs.count({ org_id: orgId }),
    countSince: (orgId, from) => runs.count({ org_id: orgId, created_at: between({ from }) }),
    async organisationsWithRunning(now) {
      const match = { running_for: between({ from: '' }), ...running(now) };
      const found = await runs.find(match, { sort: { running_for: 'asc' } });
      return found.map(({ org_id }) => org_id);
    },
    claim: async (orgId, owner, until, now) =>
      bare(await runs.change({ running_for: orgId, ...running(now) }, { claimed_by: owner, claimed_until: until })),
    advance: async (run_id, claimed_by, change, until) =>
      bare(await runs.change({ run_id, claimed_by, state: 'running' }, { ...change, claimed_until: until })),
    async release(run_id, claimed_by, from) {
      await runs.change({ run_id, claimed_by }, { claimed_by: '', claimed_until: from });
    },
    finish: async (orgId, runId, change) =>
      bare(
        await runs.change(
          { org_id: orgId, run_id: runId, state: 'running' },
          { ...change, running_for: null, claimed_by: '', claimed_until: '' },
        ),
      ),
  };
}

const bare = (stored: StoredRun | null): AnalysisRun | null => stored && shown(stored);

const shown = ({ running_for: _for, claimed_by: _by, claimed_until: _until, ...run }: StoredRun): AnalysisRun => run;
