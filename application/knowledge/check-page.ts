import { QuotaExceeded } from '../../domain/accounts/quotas.ts';
import { DomainError } from '../../domain/errors.ts';
import { chunkBlocks } from '../../domain/knowledge/chunking.ts';
import { pageKey, toFailed, toReady, type DocumentStatus } from '../../domain/knowledge/document.ts';
import { DOCUMENT_TYPES } from '../../domain/knowledge/document-type.ts';
import { noticeOfPages } from '../../domain/knowledge/pages-without-text.ts';
import {
  dueAfterFailure,
  dueAfterInterval,
  dueAfterMissing,
  nameOfPage,
  NO_TEXT_IN_PAGE,
} from '../../domain/knowledge/web-page.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WORKER_STOPPED } from '../claim-worker.ts';
import type { PageContent } from '../ports/page-fetcher.ts';
import type { PageChange, PageDocument } from '../ports/web-pages.ts';
import { readSitemap } from './check-sitemap.ts';
import type { CheckResult, PageJob, PagePorts } from './page-check.ts';
import { removeLeftOver } from './prepare-page.ts';
import { storeContent } from './store-content.ts';
import { sweepVectors } from './sweep-vectors.ts';

/** Most attempts of a check: a page may crash every process that reads it. */
const ATTEMPTS_MAX = 4;
const INTERRUPTED = 'The page could not be checked: every attempt was interrupted.';
const NO_ORGANISATION = 'The page is not checked any more: its organisation was deleted.';
const VERSION_LENGTH = 16;

/**
 * Checks a claimed page: fetches it, and embeds its content only when that has changed. The earlier content is searched
 * until the new one is complete. A check that fails leaves the content alone, unless the page is permanently gone.
 */
export const checkPage =
  (ports: PagePorts) =>
  async (job: PageJob): Promise<void> => {
    const { webPages } = ports;
    const { document, owner, signal } = job;
    try {
      await storeResult(ports, job, await resultOf(ports, job));
    } catch (error) {
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason === WORKER_STOPPED) await webPages.releaseClaim(document.document_id, owner);
      else if (reason !== CLAIM_LOST) await storeResult(ports, job, resultOfError(ports, job, reason));
    } finally {
      await removeLeftOver(ports, job);
    }
  };

async function resultOf(ports: PagePorts, job: PageJob): Promise<CheckResult> {
  const { document, attempt, signal } = job;
  const { web_page } = document;
  if (attempt > ATTEMPTS_MAX) return { kind: 'refused', problem: INTERRUPTED };
  if (!(await ports.organisations.find(document.org_id))) return { kind: 'refused', problem: NO_ORGANISATION };
  if (document.sitemap) return readSitemap(ports, job, document.sitemap);
  const { etag, last_modified } = isComplete(document) ? web_page : { etag: null, last_modified: null };
  const answer = await ports.pageFetcher.fetch({ url: web_page.url, etag, last_modified }, signal);
  signal.throwIfAborted();
  return answer.kind === 'content' ? storePage(ports, job, answer.content) : answer;
}

/** Whether all that is stored is of its present content. */
const isComplete = ({ status, web_page }: PageDocument): boolean => status === 'ready' && !web_page.is_pending;

/** Stores content that is new, and makes it the content of the document. */
async function storePage(ports: PagePorts, job: PageJob, content: PageContent): Promise<CheckResult> {
  const { documentText, contentDigest, webPages, clock, log } = ports;
  const { document, owner, signal } = job;
  const { org_id, document_id, web_page } = document;
  const { bytes, type, charset, etag, last_modified } = content;
  const blocks = await documentText.read(bytes, type, signal, charset);
  const version = (await contentDigest(blocks)).slice(0, VERSION_LENGTH);
  const validated = { ...web_page, etag, last_modified };
  const change = async (changes: PageChange): Promise<void> => {
    if (!(await webPages.change(document_id, owner, changes))) throw CLAIM_LOST;
  };
  if (isComplete(document) && document.content_version === version) {
    await change({ web_page: validated });
    return { kind: 'unchanged' };
  }
  if (chunkBlocks(blocks).next().done) return { kind: 'refused', problem: NO_TEXT_IN_PAGE };
  // What a failed document has stored is removed in the background.
  const isNew = document.status !== 'ready';
  await change({ web_page: { ...web_page, is_pending: true }, ...(isNew && { status: 'processing' }) });
  const name = nameOfPage(web_page.url, blocks);
  const renamed = { org_id, document_id, original_filename: name, content_version: version };
  const key = await storeFile(ports, document, content);
  const { chunkCount, model } = await storeContent(ports, renamed, blocks, signal);
  if (chunkCount === 0) return { kind: 'refused', problem: NO_TEXT_IN_PAGE };
  const now = clock.now();
  await change({
    ...{ ...renamed, ...toReady(chunkCount, model, now), storage_key: key, notice: noticeOfPages(blocks) },
    ...{ media_type: DOCUMENT_TYPES[type].mediaType, is_indexed: false },
    web_page: { ...validated, changed_at: now.toISOString(), is_pending: false },
  });
  log.info('knowledge.page_stored', { org_id, document_id, chunks: chunkCount });
  signal.throwIfAborted();
  await sweepVectors(ports, document).catch((error: unknown) =>
    log.warn('knowledge.not_swept', { org_id, document_id, error }),
  );
  return { kind: 'stored' };
}

/** Replaces the stored file. The quota counts only the bytes by which the new file is longer. */
async function storeFile(
  { objects, quotas }: PagePorts,
  { org_id, document_id }: PageDocument,
  { bytes, type }: PageContent,
): Promise<string> {
  const key = pageKey(org_id, document_id);
  const before = (await objects.size(key)) ?? 0;
  const more = Math.max(0, bytes.length - before);
  const reservation = await quotas.reserve(org_id, { kind: 'page', id: key, bytes: more });
  try {
    await objects.put(key, once(bytes), { size: bytes.length, contentType: DOCUMENT_TYPES[type].mediaType });
  } catch (error) {
    await reservation.release();
    throw error;
  }
  await reservation.commit();
  return key;
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** What an error means for the page. */
function resultOfError({ log }: PagePorts, { document }: PageJob, error: unknown): CheckResult {
  const { org_id, document_id } = document;
  log.warn('knowledge.page_not_stored', { org_id, document_id, error });
  if (!(error instanceof DomainError)) return failure('The page could not be processed.');
  const isFinal = error instanceof QuotaExceeded || ['invalid', 'rejected', 'oversized'].includes(error.problem);
  return isFinal ? { kind: 'refused', problem: error.message } : failure(error.message);
}

const failure = (problem: string): CheckResult => ({ kind: 'failed', problem, retryAfterMs: null });

/** Stores the result of a check if the claim still holds. */
async function storeResult(ports: PagePorts, { document, owner }: PageJob, result: CheckResult): Promise<void> {
  const { webPages, knowledge, clock, log } = ports;
  const { org_id, document_id, refresh } = document;
  const now = clock.now();
  const found = ((await knowledge.find(org_id, document_id)) ?? document) as PageDocument;
  const problem = 'problem' in result ? result.problem : null;
  if (problem !== null) log.warn('knowledge.page_not_fetched', { org_id, document_id, kind: result.kind });
  const failures = found.web_page.failures + 1;
  const dueAgain = dueAgainAfter(result, document.status, failures, now);
  const page = { ...found.web_page, checked_at: now.toISOString(), problem };
  if (dueAgain !== null) {
    await webPages.finishClaim(document, owner, { web_page: { ...page, failures }, due_at: dueAgain });
    return;
  }
  const failing =
    problem === null ? {} : await givenUp(ports, { document, owner }, result.kind, toFailed(problem, now));
  const due = problem === NO_ORGANISATION ? null : dueAfterInterval(refresh, now);
  await webPages.finishClaim(document, owner, { ...failing, web_page: { ...page, failures: 0 }, due_at: due });
}

/**
 * Changes of a page whose last attempt of a check failed. Content is removed only when the page is gone; what was stored of a
 * new one goes.
 */
async function givenUp(
  ports: PagePorts,
  { document, owner }: Pick<PageJob, 'document' | 'owner'>,
  kind: CheckResult['kind'],
  toFail: Partial<PageDocument>,
): Promise<Partial<PageDocument>> {
  const { org_id, document_id, status } = document;
  const sweep = async (change: Partial<PageDocument>): Promise<void> => {
    if (await ports.webPages.change(document_id, owner, change)) await sweepVectors(ports, document);
  };
  if (status === 'ready' && kind === 'missing') {
    await sweep({ ...toFail, chunk_count: 0, content_version: null, embedding_model: null });
    return toFail;
  }
  const change = status === 'ready' ? {} : toFail;
  await sweep(change).catch((error: unknown) => ports.log.warn('knowledge.not_swept', { org_id, document_id, error }));
  return change;
}

/** When the check is repeated before its interval. Null: it is not. */
function dueAgainAfter(result: CheckResult, status: DocumentStatus, failures: number, now: Date): string | null {
  if (result.kind === 'failed') return dueAfterFailure(failures, result.retryAfterMs, now);
  const wasThere = result.kind === 'missing' && status === 'ready';
  return wasThere && !result.isPermanent ? dueAfterMissing(failures, now) : null;
}
