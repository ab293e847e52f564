import type { Vector } from '../../application/ports/vectors.ts';
import { readCohereEmbeddings, readEmbeddings } from './embeddings-answer.ts';

/** How servers of one interface are asked for embeddings. */
interface EmbeddingProtocol {
  /** Below the base URL. */
  readonly path: string;
  body(model: string, texts: readonly string[], as: 'question' | 'passage'): object;
  /** The vectors of an answer, one for each text. */
  read(answer: string, count: number): Vector[];
}

/** The interfaces by which embedding servers can be asked. */
export const EMBEDDING_PROTOCOLS = {
  openai: {
    path: '/embeddings',
    body: (model, input) => ({ model, input, encoding_format: 'float' }),
    read: readEmbeddings,
  },
  cohere: {
    path: '/embed',
    body: (model, texts, as) => ({
      ...{ model, texts, embedding_types: ['float'] },
      input_type: as === 'question' ? 'search_query' : 'search_document',
    }),
    read: readCohereEmbeddings,
  },
} as const satisfies Record<string, EmbeddingProtocol>;

export type EmbeddingProtocolName = keyof typeof EMBEDDING_PROTOCOLS;
