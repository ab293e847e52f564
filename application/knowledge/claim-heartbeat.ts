import type { Cancel, Clock } from '../ports/clock.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';

/** How long a claim is; it is renewed when a third of it is over. In milliseconds. */
export const CLAIM_MS = 15_000;

/** Why work on a document is given up: it is gone, or another process has it or may have it. */
export const CLAIM_LOST = new Error('The document is gone, or another process has it');

export interface ClaimPorts {
  readonly knowledge: Pick<KnowledgeDocumentRepository, 'renewClaim'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Who holds a document, and until when unless it is renewed. */
export interface DocumentClaim {
  readonly documentId: string;
  readonly owner: string;
  readonly until: Date;
}

/** A claim that is kept until `end`. */
export interface ClaimHeartbeat {
  /** Aborts with `LOST` when the claim is another's, and when it could not be renewed before it ran out. */
  readonly lost: AbortSignal;
  end(): void;
}

/** Keeps a claim. */
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
