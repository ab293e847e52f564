import type { EffectiveKnowledge } from '../../domain/agents/knowledge-base.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import { withTimeout } from '../with-timeout.ts';
import { errorMessage } from '../../domain/errors.ts';

export interface RetrieverPorts {
  readonly controlPlane: Pick<ControlPlane, 'retrieve'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** What a search came to. It failed, too, when its answer was late. */
export interface SearchResult {
  readonly question: string;
  readonly lookup: 'found' | 'nothing_close' | 'failed';
  readonly excerpts: readonly Excerpt[];
}

/** A running or completed retrieval. */
interface PendingRetrieval {
  readonly question: string;
  readonly excerpts: Promise<readonly Excerpt[]>;
  /** Cancels the request. */
  cancel(): void;
}

/**
 * Retrieves chunks of one agent's knowledge. On a timeout the conversation continues without them and the request is
 * cancelled.
 */
export class KnowledgeRetriever {
  readonly #ports: RetrieverPorts;
  readonly #orgId: string;
  readonly #knowledge: EffectiveKnowledge;
  /** The latest retrieval. The caller's words are often known before the end of the turn. */
  #latest: PendingRetrieval | null = null;

  constructor(ports: RetrieverPorts, orgId: string, knowledge: EffectiveKnowledge) {
    this.#ports = ports;
    this.#orgId = orgId;
    this.#knowledge = knowledge;
  }

  /** Starts a retrieval that will probably be needed. */
  prefetch(question: string): void {
    if (question !== '') this.#start(question);
  }

  /** The chunks that are close to the question, which is not empty. None if they do not arrive within `ms` milliseconds. */
  async retrieve(question: string, ms: number): Promise<SearchResult> {
    const { clock, log } = this.#ports;
    const { excerpts: arriving, cancel } = this.#start(question);
    try {
      const excerpts = await withTimeout(clock, ms, () => arriving);
      return { question, lookup: excerpts.length > 0 ? 'found' : 'nothing_close', excerpts };
    } catch (error) {
      cancel();
      log.warn('knowledge.not_found', { reason: errorMessage(error) });
      return { question, lookup: 'failed', excerpts: [] };
    }
  }

  #start(question: string): PendingRetrieval {
    if (this.#latest?.question === question) return this.#latest;
    const { documentIds, topK } = this.#knowledge;
    const request = { question, document_ids: documentIds, top_k: topK };
    const abort = new AbortController();
    const excerpts = this.#ports.controlPlane.retrieve(this.#orgId, request, abort.signal);
    const clear = (): void => {
      if (this.#latest === latest) this.#latest = null;
    };
    const latest: PendingRetrieval = { question, excerpts, cancel: () => (abort.abort(), clear()) };
    this.#latest = latest;
    excerpts.catch(clear);
    return latest;
  }
}
