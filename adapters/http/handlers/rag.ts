import type { KnowledgeUseCases } from '../../../application/knowledge/index.ts';
import type { RetrievalQuery } from '../../../application/knowledge/retrieve-chunks.ts';
import { ok, type Body, type Handlers } from '../handler.ts';

export const ragHandlers = (knowledge: Pick<KnowledgeUseCases, 'retrieve'>) =>
  ({
    retrieveChunks: async (_input, body: Body<RetrievalQuery>) => ok(await knowledge.retrieve(body)),
  }) satisfies Partial<Handlers>;
