import type { EffectiveKnowledge } from '../../domain/agents/knowledge-base.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import { messageOf, within } from './deadline.ts';

export interface RecallPorts {
  readonly controlPlane: Pick<ControlPlane, 'retrieve'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Something that is being looked up, or was. */
interface LookingUp {
  readonly question: string;
  readonly excerpts: Promise<readonly Excerpt[]>;
  /** Nobody waits for it any more. */
  cancel(): void;
}

/**
 * Looks up what one agent knows. A conversation goes on without what cannot be found in time, which then is not asked for
 * any more.
 */
export class Recall {
  readonly #ports: RecallPorts;
  readonly #orgId: string;
  readonly #knowledge: EffectiveKnowledge;
  /** What was looked up last: the caller's words are often known before their turn is over. */
  #latest: LookingUp | null = null;

  constructor(ports: RecallPorts, orgId: string, knowledge: EffectiveKnowledge) {
    this.#ports = ports;
    this.#orgId = orgId;
    this.#knowledge = knowledge;
  }

  /** Begins to look something up that will probably be asked for. */
  begin(question: string): void {
    if (question !== '') this.#lookUp(question);
  }

  /** What is nearest to the question; nothing when it is not known within so many milliseconds. */
  async find(question: string, ms: number): Promise<readonly Excerpt[]> {
    if (question === '') return [];
    const { clock, log } = this.#ports;
    const { excerpts, cancel } = this.#lookUp(question);
    try {
      return await within(clock, ms, 'Looking it up', excerpts);
    } catch (error) {
      cancel();
      log.warn('knowledge.not_found', { reason: messageOf(error) });
      return [];
    }
  }

  #lookUp(question: string): LookingUp {
    if (this.#latest?.question === question) return this.#latest;
    const { documentIds, topK } = this.#knowledge;
    const asked = { question, document_ids: documentIds, top_k: topK };
    const unwanted = new AbortController();
    const excerpts = this.#ports.controlPlane.retrieve(this.#orgId, asked, unwanted.signal);
    const forget = (): void => {
      if (this.#latest === latest) this.#latest = null;
    };
    const latest: LookingUp = { question, excerpts, cancel: () => (unwanted.abort(), forget()) };
    this.#latest = latest;
    excerpts.catch(forget);
    return latest;
  }
}
