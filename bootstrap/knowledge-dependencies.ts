import type { ClaimWorker } from '../application/claim-worker.ts';
import type { WordCollector } from '../application/knowledge/collect-words.ts';
import type { ContentDigest } from '../application/ports/content-digest.ts';
import type { DocumentText } from '../application/ports/document-text.ts';
import type { Embedders } from '../application/ports/embedder.ts';
import type { KnowledgeDocumentRepository } from '../application/ports/knowledge-documents.ts';
import type { PageFetcher } from '../application/ports/page-fetcher.ts';
import type { Reranker } from '../application/ports/reranker.ts';
import type { TextIndex } from '../application/ports/text-index.ts';
import type { VectorStore } from '../application/ports/vectors.ts';
import type { WebPageRepository } from '../application/ports/web-pages.ts';

/** Documents that agents are grounded on, and the search in them. */
export interface KnowledgeDependencies {
  vectors: VectorStore;
  textIndex: TextIndex;
  wordCollector: WordCollector;
  knowledge: KnowledgeDocumentRepository;
  embedders: Embedders;
  /** Null when none is configured. */
  reranker: Reranker | null;
  documentText: DocumentText;
  webPages: WebPageRepository;
  pageFetcher: PageFetcher;
  contentDigest: ContentDigest;
  pageWorker: ClaimWorker;
}
