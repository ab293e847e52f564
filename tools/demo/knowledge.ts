import { readFile } from 'node:fs/promises';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { ApiClient } from './api-client.ts';
import { say, secs } from './print.ts';
import { waitUntil } from './wait-until.ts';

const GUIDE = 'house-guide.pdf';

/** As many passages as the API answers at once, more than the guide has. */
const PASSAGES = 10;

/** A document that agents can answer from, and what stands in it. */
export interface Guide {
  readonly documentId: string;
  readonly passages: readonly string[];
}

/** Uploads the guide and waits until agents can answer from it. */
export async function uploadGuide(api: ApiClient): Promise<Guide> {
  const startedAt = performance.now();
  const pdf = await readFile(new URL(GUIDE, import.meta.url));
  const { document_id } = await api.upload<KnowledgeDocument>(
    '/knowledge/upload',
    GUIDE,
    new Blob([new Uint8Array(pdf)]),
  );
  const ask = async () => {
    const documents = await api.ask<KnowledgeDocument[]>('GET', '/knowledge');
    return documents.find((each) => each.document_id === document_id);
  };
  const guide = await waitUntil(
    'Reading the guide',
    ask,
    (each) => each?.status === 'ready' || each?.status === 'failed',
  );
  if (guide?.status !== 'ready') throw new Error(`${GUIDE} could not be read: ${String(guide?.error_message)}`);
  say(`✓ ${GUIDE} is read and can be asked after ${secs(performance.now() - startedAt)}`);
  const question = { question: 'house', document_ids: [document_id], top_k: PASSAGES };
  const { chunks } = await api.ask<{ chunks: { text: string }[] }>('POST', '/knowledge/ask', question);
  return { documentId: document_id, passages: chunks.map(({ text }) => text.replaceAll(/\s+/gu, ' ')) };
}
