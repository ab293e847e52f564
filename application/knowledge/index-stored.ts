import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WORKER_STOPPED } from '../claim-worker.ts';
import { measureCalibration, storedPassages, type MeasurePorts } from './measure-calibration.ts';
import type { DocumentJob } from './process-document.ts';
import { sweepVectors } from './sweep-vectors.ts';

/** Pause after a failure, in ms. */
const RETRY_AFTER_MS = 60_000;

/**
 * Adds a claimed `ready` document to the text index, where it is not yet: it was processed by a version without one, or
 * with another analyser. Then measures its calibration. Both from its stored chunks. Repeated until it succeeds; until then
 * the document is found by its vectors, and other documents say what is close.
 */
export const indexStored =
  (ports: MeasurePorts) =>
  async (job: DocumentJob): Promise<void> => {
    const { knowledge, textIndex, clock, log } = ports;
    const { document, owner, signal } = job;
    const { org_id, document_id } = document;
    try {
      const passages = await storedPassages(ports, document, signal);
      await textIndex.put(org_id, document_id, passages.map(searchableText), signal);
      const calibration = await measureCalibration(ports, document, passages, signal);
      signal.throwIfAborted();
      await knowledge.finishClaim(document_id, owner, { ...(calibration && { calibration }), is_indexed: true });
      log.info('knowledge.indexed', { org_id, document_id });
    } catch (error) {
      if (signal.reason === CLAIM_LOST) return;
      const isStopped = signal.reason === WORKER_STOPPED;
      if (!isStopped) log.warn('knowledge.not_indexed', { org_id, document_id, error });
      const until = new Date(clock.now().getTime() + (isStopped ? 0 : RETRY_AFTER_MS)).toISOString();
      await knowledge.releaseClaim(document_id, owner, { until, untried: true });
    } finally {
      await sweepVectors(ports, document).catch((error: unknown) =>
        log.warn('knowledge.not_swept', { org_id, document_id, error }),
      );
    }
  };
