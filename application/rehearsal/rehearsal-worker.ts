import { CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker } from '../claim-worker.ts';
import type { Ids } from '../ports/ids.ts';
import { carryOutRun, type CarryOutPorts } from './carry-out-run.ts';

interface Ports extends CarryOutPorts {
  readonly ids: Ids;
}

/** Runs at a time in a process. Those of an organisation follow each other, over all processes. */
const CONCURRENCY = { total: 2, perOrganisation: 1 };

/** Holds suites in the background. Every API process has one worker; the run of one that ends is continued by another. */
export const rehearsalWorker = (ports: Ports): ClaimWorker =>
  new ClaimWorker(
    {
      organisations: () => ports.rehearsalRuns.organisationsWithPending(ports.clock.now().toISOString()),
      serve: (orgId, stopping) => serve(ports, orgId, stopping),
      onFailure: (error) => ports.log.error('rehearsals.worker_failed', { error }),
    },
    CONCURRENCY,
  );

async function serve(ports: Ports, orgId: string, stopping: AbortSignal): Promise<boolean> {
  const { rehearsalRuns, clock, ids, log } = ports;
  // Each claim has its own owner id: this process may lose a claim and claim the same run again.
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await rehearsalRuns.claim(orgId, owner, { now: now.toISOString(), until: until.toISOString() });
  if (!claimed) return false;
  const { org_id, run_id } = claimed.run;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => rehearsalRuns.renewClaim(run_id, owner, renewed),
    onFailure: (error) => log.warn('rehearsals.claim_not_renewed', { org_id, run_id, error }),
  });
  try {
    await carryOutRun(ports, { ...claimed, owner, signal: AbortSignal.any([stopping, heartbeat.lost]) });
    if (stopping.aborted) await rehearsalRuns.release(run_id, owner, '');
  } catch (error) {
    // The claim expires, and the run is continued.
    log.error('rehearsals.run_not_stored', { org_id, run_id, error });
  } finally {
    heartbeat.end();
  }
  return true;
}
