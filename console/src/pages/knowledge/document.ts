import type { components } from '../../api.ts';
import type { Agent } from '../agents/agent.ts';

/** A document as the API answers it. */
export type Document = components['schemas']['KnowledgeDocumentResponse'];
export type WebPage = components['schemas']['WebPage'];
export type RefreshInterval = components['schemas']['RefreshInterval'];

/** How often web pages can be checked. */
export const intervals: readonly RefreshInterval[] = ['daily', 'weekly', 'manual'];

/** Whether browsers show its file. Others are downloaded: a page must not run with the rights of the console. */
export const isShown = ({ media_type }: Pick<Document, 'media_type'>): boolean =>
  media_type === undefined || media_type === 'application/pdf';

/** Tone of a status. */
export function toneOf(status: Document['status']): 'good' | 'bad' | 'info' {
  const tones = { ready: 'good', failed: 'bad', processing: 'info' } as const;
  return tones[status];
}

/** The agents that answer from this document. */
export const usersOf = ({ document_id }: Pick<Document, 'document_id'>, agents: readonly Agent[]): readonly Agent[] =>
  agents.filter(
    ({ config }) => config.knowledge_base.enabled && config.knowledge_base.document_ids.includes(document_id),
  );
