import { ContainerModule } from 'inversify';
import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { configuredEmbedders } from '../../adapters/embedder/embedders.ts';
import { network } from '../../adapters/lib/network.ts';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import { recognisingReader } from '../../adapters/document-text/text-recognition.ts';
import { cohereReranker } from '../../adapters/reranker/cohere-compatible.ts';
import { knowledgeUseCases } from '../../application/knowledge/index.ts';
import { wordCollector } from '../../application/knowledge/collect-words.ts';
import type { DocumentText } from '../../application/ports/document-text.ts';
import type { Log } from '../../application/ports/log.ts';
import { ingestionWorker } from '../../application/knowledge/ingestion-worker.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Knowledge: text of documents, embeddings, reranking, ingestion and retrieval. */
export const knowledgeModule = ({ knowledge }: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    const { embeddings, reranking } = knowledge;
    has('documentText', ({ log }) => documentReader(knowledge, log), 'log');
    // The operator configures the servers of models. They may have private addresses.
    const anywhere = network({ allowPrivate: true });
    has('embedders', ({ clock }) => configuredEmbedders(embeddings, { clock, network: anywhere }), 'clock');
    has('textIndex', ({ documents }) => documentTextIndex(documents), 'documents');
    has('reranker', () => reranking && cohereReranker(reranking, anywhere));
    has(
      'ingestion',
      ingestionWorker,
      'knowledge',
      'organisations',
      'objects',
      'documentText',
      'embedders',
      'vectors',
      'textIndex',
      'ingestMeter',
      'ids',
      'clock',
      'log',
    );
    has('wordCollector', wordCollector, 'knowledge', 'vectors', 'textIndex', 'migrationRecords', 'clock', 'ids', 'log');
    has(
      'knowledgeUseCases',
      knowledgeUseCases,
      'knowledge',
      'embedders',
      'reranker',
      'vectors',
      'textIndex',
      'objects',
      'quotas',
      'ingestion',
      'wordCollector',
      'ids',
      'clock',
      'log',
    );
  });

function documentReader({ reading, recognition }: Config['knowledge'], log: Log): DocumentText {
  const reader = sandboxedReader(reading);
  return recognition ? recognisingReader(reader, { ...recognition, environment: process.env }, reading, log) : reader;
}
