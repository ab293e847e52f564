import type { Cancel, Clock } from '../ports/clock.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';

/** Lifetime of a claim, in ms. It is renewed after a third of it. */
export const CLAIM_MS = 15_000;

/** Abort reason: the document was removed, or another process may have claimed it. */
export const CLAIM_LOST = new Error('The document is gone, or another process has it');

export interface ClaimPorts {
  readonly knowledge: Pick<KnowledgeDocumentRepository, 'renewClaim'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The owner of a document's claim and its expiry unless renewed. */
export interface DocumentClaim {
  readonly documentId: string;
  readonly owner: string;
  readonly until: Date;
}

/** A claim that is renewed until `end`. */
export interface ClaimHeartbeat {
  /** Aborts with `CLAIM_LOST` when the claim has another owner or expired before it could be renewed. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Starts renewing a claim. */
export function startClaimHeartbeat(
  { knowledge, clock, log }: ClaimPorts,
  { documentId, owner, until }: DocumentClaim,
): ClaimHeartbeat {
  const lost = new AbortController();
  const over = new AbortController();
  let cancelRenewal: Cancel = () => undefined;
  let cancelLoss: Cancel = () => undefined;

  const loseAt = (moment: Date): void => {
    cancelLoss();
    cancelLoss = clock.after(moment.getTime() - clock.now().getTime(), () => lost.abort(CLAIM_LOST));
  };
  const renewLater = (): void => {
    if (!over.signal.aborted && !lost.signal.aborted) cancelRenewal = clock.after(CLAIM_MS / 3, () => void renew());
  };
  const renew = async (): Promise<void> => {
    const renewed = new Date(clock.now().getTime() + CLAIM_MS);
    try {
      const isOurs = await knowledge.renewClaim(documentId, owner, renewed.toISOString());
      if (!isOurs) lost.abort(CLAIM_LOST);
      else if (!over.signal.aborted) loseAt(renewed);
    } catch (error) {
      log.warn('knowledge.claim_not_renewed', { document_id: documentId, error });
    }
    renewLater();
  };

  loseAt(until);
  renewLater();
  return {
    lost: lost.signal,
    end() {
      over.abort();
      cancelRenewal();
      cancelLoss();
    },
  };
}
