import { searchableText } from '../../domain/knowledge/chunk-text.ts';
import { unavailable } from '../../domain/errors.ts';
import { chunkIdOf } from '../../domain/knowledge/document.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WORKER_STOPPED } from '../claim-worker.ts';
import type { Clock } from '../ports/clock.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { Log } from '../ports/log.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { VectorStore } from '../ports/vectors.ts';
import type { DocumentJob } from './process-document.ts';
import { sweepVectors } from './sweep-vectors.ts';

/** Pause after a failure, in ms. Until it is indexed, the document is found by its vectors alone. */
const RETRY_AFTER_MS = 60_000;

interface IndexPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Adds a claimed `ready` document to the text index, from its stored chunks: it was processed by a version without one, or with
 * another analyser.
 * Repeated until it succeeds; until then the document is found by its vectors.
 */
export const indexStored =
  (ports: IndexPorts) =>
  async (job: DocumentJob): Promise<void> => {
    const { knowledge, clock, log } = ports;
    const { document, owner, signal } = job;
    const { org_id, document_id } = document;
    try {
      await ports.textIndex.put(org_id, document_id, await storedTexts(ports, job), signal);
      signal.throwIfAborted();
      await knowledge.finishClaim(document_id, owner, { is_indexed: true });
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

/** The texts of its chunks in the order of their ids. Rejects while one is missing: a backup restores vectors after documents. */
async function storedTexts({ vectors }: IndexPorts, { document, signal }: DocumentJob): Promise<string[]> {
  const { org_id, document_id, chunk_count, embedding_model, content_version } = document;
  const texts = new Map<string, string>();
  for await (const chunk of vectors.chunks(org_id, document_id)) {
    signal.throwIfAborted();
    if (chunk.embedding_model === embedding_model) texts.set(chunk.chunk_id, searchableText(chunk));
  }
  return Array.from({ length: chunk_count }, (_, at) => {
    const text = texts.get(chunkIdOf(document_id, at, content_version));
    if (text === undefined) throw unavailable(`Chunk ${at + 1} of ${chunk_count} is not stored`);
    return text;
  });
}
