import { ContainerModule } from 'inversify';
import { configuredEmbedders } from '../../adapters/embedder/embedders.ts';
import { network } from '../../adapters/lib/network.ts';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import { knowledgeUseCases } from '../../application/knowledge/index.ts';
import { ingestionWorker } from '../../application/knowledge/ingestion-worker.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Knowledge: text of documents, embeddings, ingestion and retrieval. */
export const knowledgeModule = ({ knowledge: { reading, embeddings } }: Config): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('documentText', () => sandboxedReader(reading));
    // The operator configures the embedding server. It may have a private address.
    const anywhere = network({ allowPrivate: true });
    has('embedders', ({ clock }) => configuredEmbedders(embeddings, { clock, network: anywhere }), 'clock');
    has(
      'ingestion',
      ingestionWorker,
      'knowledge',
      'organisations',
      'objects',
      'documentText',
      'embedders',
      'vectors',
      'ingestMeter',
      'ids',
      'clock',
      'log',
    );
    has(
      'knowledgeUseCases',
      knowledgeUseCases,
      'knowledge',
      'embedders',
      'vectors',
      'objects',
      'quotas',
      'ingestion',
      'ids',
      'clock',
      'log',
    );
  });
