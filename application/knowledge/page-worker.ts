import { CLAIM_MS, startClaimHeartbeat } from '../claim-heartbeat.ts';
import { ClaimWorker } from '../claim-worker.ts';
import type { Ids } from '../ports/ids.ts';
import { checkPage } from './check-page.ts';
import type { PagePorts } from './page-check.ts';
import { preparePage } from './prepare-page.ts';

interface PageWorkerPorts extends PagePorts {
  readonly ids: Ids;
}

/** Pages checked concurrently, and those of an organisation. */
const CONCURRENCY = { total: 2, perOrganisation: 1 };

/**
 * Checks the web pages that are due, and prepares those whose content was stored again or by a version that indexed or
 * measured in another way; each in one process. Every API process has one worker.
 */
export const pageWorker = (ports: PageWorkerPorts): ClaimWorker =>
  new ClaimWorker(
    {
      organisations: () => ports.webPages.organisationsWithPending(ports.clock.now().toISOString()),
      serve: (orgId, stopping) => serve(ports, orgId, stopping),
      onFailure: (error) => ports.log.error('knowledge.pages_not_checked', { error }),
    },
    CONCURRENCY,
  );

async function serve(ports: PageWorkerPorts, orgId: string, stopping: AbortSignal): Promise<boolean> {
  const { webPages, clock, ids, log } = ports;
  // Each claim has its own owner id: this process may lose a claim and claim the same page again.
  const [owner, now] = [ids.next(), clock.now()];
  const until = new Date(now.getTime() + CLAIM_MS);
  const claimed = await webPages.claim(orgId, owner, until.toISOString(), now.toISOString());
  if (!claimed) return false;
  const { org_id, document_id } = claimed.document;
  const heartbeat = startClaimHeartbeat(clock, {
    until,
    renew: (renewed) => webPages.renewClaim(document_id, owner, renewed),
    onFailure: (error) => log.warn('knowledge.claim_not_renewed', { document_id, error }),
  });
  try {
    const work = claimed.work === 'check' ? checkPage : preparePage;
    await work(ports)({ ...claimed, owner, signal: AbortSignal.any([stopping, heartbeat.lost]) });
  } catch (error) {
    // The result was not stored: the claim expires and the page is checked again.
    log.error('knowledge.page_not_checked', { org_id, document_id, error });
  } finally {
    heartbeat.end();
  }
  return true;
}
