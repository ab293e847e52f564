import type { KnowledgeUseCases } from '../../../application/knowledge/index.ts';
import type { RetrievalQuery } from '../../../application/knowledge/retrieve-chunks.ts';
import { ok, type Handlers, type Input } from '../handler.ts';

export const ragHandlers = (knowledge: Pick<KnowledgeUseCases, 'retrieve'>) =>
  ({
    retrieveChunks: async ({ body }: Input<RetrievalQuery>) => ok({ chunks: await knowledge.retrieve(body) }),
  }) satisfies Handlers;
