import { ContainerModule } from 'inversify';
import { sha256Digest } from '../../adapters/content-digest/sha256-blocks.ts';
import { documentTextIndex } from '../../adapters/documents/text-index.ts';
import { documentWebPages } from '../../adapters/documents/web-pages.ts';
import { configuredEmbedders } from '../../adapters/embedder/embedders.ts';
import { customerNames } from '../../adapters/lib/customer-names.ts';
import { network } from '../../adapters/lib/network.ts';
import { httpPageFetcher } from '../../adapters/page-fetcher/http.ts';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import { recognisingReader } from '../../adapters/document-text/text-recognition.ts';
import { cohereReranker } from '../../adapters/reranker/cohere-compatible.ts';
import { HostPace } from '../../application/knowledge/host-pace.ts';
import { knowledgeUseCases } from '../../application/knowledge/index.ts';
import { wordCollector } from '../../application/knowledge/collect-words.ts';
import type { DocumentText } from '../../application/ports/document-text.ts';
import type { Log } from '../../application/ports/log.ts';
import { ingestionWorker } from '../../application/knowledge/ingestion-worker.ts';
import { pageWorker } from '../../application/knowledge/page-worker.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Knowledge: text of documents, web pages, embeddings, reranking, ingestion and retrieval. */
export const knowledgeModule = ({ knowledge, upstreams }: Config): ContainerModule =>
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
      'quotas',
      'ingestMeter',
      'ids',
      'clock',
      'log',
    );
    has('wordCollector', wordCollector, 'knowledge', 'vectors', 'textIndex', 'migrationRecords', 'clock', 'ids', 'log');
    webPages(has, knowledge.uploadBytes, upstreams);
    has(
      'knowledgeUseCases',
      knowledgeUseCases,
      'knowledge',
      'webPages',
      'embedders',
      'reranker',
      'vectors',
      'textIndex',
      'objects',
      'quotas',
      'operatorServers',
      'ingestion',
      'wordCollector',
      'pageWorker',
      'ids',
      'clock',
      'log',
    );
  });

function documentReader({ reading, recognition }: Config['knowledge'], log: Log): DocumentText {
  const reader = sandboxedReader(reading);
  return recognition ? recognisingReader(reader, { ...recognition, environment: process.env }, reading, log) : reader;
}

/** Documents that are made of web pages, from servers that are not the operator's. */
function webPages(has: ReturnType<typeof provide>, bytesMax: number, upstreams: Config['upstreams']): void {
  const strangers = network({ ...upstreams, resolve: customerNames(upstreams) });
  has('webPages', ({ documents }) => documentWebPages(documents), 'documents');
  has('contentDigest', () => sha256Digest);
  has(
    'pageFetcher',
    (ports) => {
      const pace = new HostPace(ports);
      const paced = (host: string, signal: AbortSignal): Promise<void> => pace.wait(host, signal);
      return httpPageFetcher({ network: strangers, clock: ports.clock, paced, bytesMax });
    },
    'limitCounts',
    'clock',
  );
  has(
    'pageWorker',
    pageWorker,
    ...(['webPages', 'knowledge', 'organisations', 'pageFetcher', 'documentText', 'contentDigest'] as const),
    ...(['embedders', 'vectors', 'textIndex', 'objects', 'quotas', 'eventLoop', 'ids', 'clock', 'log'] as const),
  );
}
