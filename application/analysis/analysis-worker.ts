import { ANALYSES_AT_ONCE } from '../../domain/calls/call-analysis.ts';
import { CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker } from '../claim-worker.ts';
import type { Ids } from '../ports/ids.ts';
import { processAnalysis, type AnalysisJobPorts } from './process-analysis.ts';

export interface AnalysisWorkerPorts extends AnalysisJobPorts {
  readonly ids: Ids;
}

/** Calls analysed concurrently. A worker mostly waits for a vendor. */
const CONCURRENCY = { total: 8, perOrganisation: ANALYSES_AT_ONCE };

/** Analyses ended calls. Every API process has one worker. */
export const analysisWorker = (ports: AnalysisWorkerPorts): ClaimWorker =>
  new ClaimWorker(
    {
      organisations: () => ports.callAnalyses.organisationsWithPending(ports.clock.now().toISOString()),
      serve: (orgId, stopping) => serve(ports, orgId, stopping),
      onFailure: (error) => ports.log.error('calls.analysis_worker_failed', { error }),
    },
    CONCURRENCY,
  );

async function serve(ports: AnalysisWorkerPorts, orgId: string, stopping: AbortSignal): Promise<boolean> {
  const { callAnalyses, clock, ids, log } = ports;
  // Each claim has its own owner id: this process may lose a claim and claim the same analysis again.
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  const span = { now: now.toISOString(), until: until.toISOString() };
  const claimed = await callAnalyses.claim(orgId, owner, span, ANALYSES_AT_ONCE);
  if (!claimed) return false;
  const { org_id, call_id } = claimed.analysis;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => callAnalyses.renewClaim(call_id, owner, renewed),
    onFailure: (error) => log.warn('calls.analysis_claim_not_renewed', { org_id, call_id, error }),
  });
  try {
    await processAnalysis(ports)({ ...claimed, owner, signal: AbortSignal.any([stopping, heartbeat.lost]) });
  } catch (error) {
    // The result was not stored: the claim expires and the call is analysed again.
    log.error('calls.analysis_not_stored', { org_id, call_id, error });
  } finally {
    heartbeat.end();
  }
  return true;
}
