import { DomainError, unavailable } from '../../domain/errors.ts';
import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Reranker } from '../ports/reranker.ts';
import type { FoundChunk } from '../ports/vectors.ts';
import { withTimeout } from '../with-timeout.ts';

/** Chunks that the reranking model orders. */
export const RERANKED = 20;
/** Time with which it is not worth a request, in ms. */
const TOO_SHORT_MS = 100;
/** Late answers in a row after which the model is left alone for a while, in ms. */
const LATE_MAX = 3;
const PAUSE_MS = 30_000;

export interface RerankPorts {
  /** Null when none is configured. */
  readonly reranker: Reranker | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** A question, and since when its retrieval runs, in the clock's monotonic ms. */
interface RetrievedQuestion {
  readonly org_id: string;
  readonly question: string;
  readonly since: number;
}

/**
 * Orders found chunks with a reranking model, in the time that a call has for its retrieval. A model that is late again
 * and again is not asked for half a minute: it would only make every caller wait.
 */
export class ChunkReranking {
  readonly #ports: RerankPorts;
  #lateInARow = 0;
  #pausedUntil = -Infinity;

  constructor(ports: RerankPorts) {
    this.#ports = ports;
  }

  /** The chunks in the order of the model, or as they are when it does not answer in time. */
  async order<C extends FoundChunk>(retrieved: RetrievedQuestion, found: C[]): Promise<C[]> {
    const { reranker, clock, log } = this.#ports;
    if (!reranker || found.length < 2 || clock.monotonic() < this.#pausedUntil) return found;
    try {
      const scores = await this.#scores(reranker, retrieved, found.map(searchableText));
      return found
        .map((chunk, at) => ({ chunk, score: scores[at] ?? 0 }))
        .toSorted((a, b) => b.score - a.score)
        .map(({ chunk }) => chunk);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      log.warn('knowledge.not_reranked', { org_id: retrieved.org_id, error });
      return found;
    }
  }

  async #scores(
    reranker: Reranker,
    { question, since }: RetrievedQuestion,
    texts: readonly string[],
  ): Promise<readonly number[]> {
    const { clock } = this.#ports;
    const leftMs = TIMEOUTS_MS.reranked_retrieval - (clock.monotonic() - since);
    if (leftMs < TOO_SHORT_MS) throw unavailable('The search left no time for it');
    const ms = Math.min(TIMEOUTS_MS.reranking, leftMs);
    const scores = await withTimeout(
      clock,
      ms,
      (signal) => reranker.relevance(question, texts, signal),
      () => this.#late(ms),
    );
    this.#lateInARow = 0;
    return scores;
  }

  #late(ms: number): never {
    this.#lateInARow += 1;
    if (this.#lateInARow >= LATE_MAX) {
      this.#pausedUntil = this.#ports.clock.monotonic() + PAUSE_MS;
      this.#ports.log.warn('knowledge.reranking_paused', { late: this.#lateInARow, ms: PAUSE_MS });
    }
    throw unavailable(`No answer within ${ms} ms`);
  }
}
