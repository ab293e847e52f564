import { allow, type Caller } from '../../domain/accounts/caller.ts';
import type { FoundChunk } from '../ports/vectors.ts';
import { retrieveChunks, type KnowledgeQuestion, type RetrievePorts } from './retrieve-chunks.ts';

/** What agents would be given for this question, of the documents of the active organisation. For people who try it. */
export const askKnowledge =
  (ports: RetrievePorts) =>
  async (caller: Caller, asked: Omit<KnowledgeQuestion, 'org_id'>): Promise<FoundChunk[]> =>
    retrieveChunks(ports)({ ...asked, org_id: allow(caller, 'knowledge.read').org_id });
