import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import type { Calibration } from '../../domain/knowledge/calibration.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WORKER_STOPPED } from '../claim-worker.ts';
import { measureCalibration, storedPassages, type MeasurePorts } from './measure-calibration.ts';
import { isoAfter } from '../../domain/expiry.ts';

/** Pause after a failure, in ms. */
const RETRY_AFTER_MS = 60_000;

/** A claimed document, and how its claim ends. */
interface PreparationJob {
  readonly document: KnowledgeDocument;
  /** Aborts with `CLAIM_LOST` or `WORKER_STOPPED`. */
  readonly signal: AbortSignal;
  finish(found: { readonly calibration?: Calibration }): Promise<unknown>;
  /** It can be claimed again after `until`. */
  release(until: string): Promise<void>;
}

/**
 * Adds a claimed `ready` document to the text index, where it is not yet: it was stored by a version without one, or with
 * another analyser. Then measures its calibration. Both from its stored chunks. Repeated until it succeeds; until then the
 * document is found by its vectors, and other documents say what is close.
 */
export async function prepareStored(ports: MeasurePorts, job: PreparationJob): Promise<void> {
  const { textIndex, clock, log } = ports;
  const { document, signal } = job;
  const { org_id, document_id } = document;
  try {
    const passages = await storedPassages(ports, document, signal);
    await textIndex.put(org_id, document_id, passages.map(searchableText), signal);
    const calibration = await measureCalibration(ports, document, passages, signal);
    signal.throwIfAborted();
    await job.finish({ ...(calibration && { calibration }) });
    log.info('knowledge.indexed', { org_id, document_id });
  } catch (error) {
    if (signal.reason === CLAIM_LOST) return;
    const isStopped = signal.reason === WORKER_STOPPED;
    if (!isStopped) log.warn('knowledge.not_indexed', { org_id, document_id, error });
    await job.release(isoAfter(clock.now(), isStopped ? 0 : RETRY_AFTER_MS));
  }
}
