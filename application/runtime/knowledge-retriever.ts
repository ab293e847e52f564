import type { EffectiveKnowledge } from '../../domain/agents/knowledge-base.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import { errorMessage, vendorTimeout } from './stream-timeouts.ts';

export interface RetrieverPorts {
  readonly controlPlane: Pick<ControlPlane, 'retrieve'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Something that is being looked up, or was. */
interface PendingRetrieval {
  readonly question: string;
  readonly excerpts: Promise<readonly Excerpt[]>;
  /** Nobody waits for it any more. */
  cancel(): void;
}

/**
 * Looks up what one agent knows. A conversation goes on without what cannot be found in time, which then is not asked for
 * any more.
 */
export class KnowledgeRetriever {
  readonly #ports: RetrieverPorts;
  readonly #orgId: string;
  readonly #knowledge: EffectiveKnowledge;
  /** What was looked up last: the caller's words are often known before their turn is over. */
  #latest: PendingRetrieval | null = null;

  constructor(ports: RetrieverPorts, orgId: string, knowledge: EffectiveKnowledge) {
    this.#ports = ports;
    this.#orgId = orgId;
    this.#knowledge = knowledge;
  }

  /** Begins to look something up that will probably be asked for. */
  prefetch(question: string): void {
    if (question !== '') this.#start(question);
  }

  /** What is nearest to the question; nothing when it is not known within so many milliseconds. */
  async retrieve(question: string, ms: number): Promise<readonly Excerpt[]> {
    if (question === '') return [];
    const { clock, log } = this.#ports;
    const { excerpts, cancel } = this.#start(question);
    try {
      return await vendorTimeout(clock, ms, 'Looking it up', excerpts);
    } catch (error) {
      cancel();
      log.warn('knowledge.not_found', { reason: errorMessage(error) });
      return [];
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
