import type { KnowledgeDocument } from './document.ts';
import type { RefreshInterval, WebPage } from './web-page.ts';

/** A document as its organisation sees it. */
export interface DocumentView extends Omit<
  KnowledgeDocument,
  'notice' | 'web_page' | 'refresh' | 'due_at' | 'content_version' | 'calibration'
> {
  readonly notice?: string;
  readonly web_page?: WebPageView;
}

export interface WebPageView extends Pick<WebPage, 'url' | 'checked_at' | 'changed_at' | 'problem'> {
  readonly refresh: RefreshInterval;
  readonly next_check_at: string | null;
}

/** A document without what only the platform needs to know of its page. */
export function documentView(document: KnowledgeDocument): DocumentView {
  const { web_page, refresh = 'manual', due_at = null, notice, ...stored } = document;
  const { content_version: _version, calibration: _calibration, ...rest } = stored;
  const shown = web_page && {
    url: web_page.url,
    refresh,
    checked_at: web_page.checked_at,
    changed_at: web_page.changed_at,
    next_check_at: due_at,
    problem: web_page.problem,
  };
  const words = noticeOf(document) ?? notice ?? null;
  return { ...rest, ...(words !== null && { notice: words }), ...(shown && { web_page: shown }) };
}

/** What to know of a page whose last check failed, while its earlier content is searched. */
function noticeOf({ status, web_page }: KnowledgeDocument): string | null {
  if (status !== 'ready' || !web_page || web_page.problem === null) return null;
  const since = web_page.changed_at?.slice(0, 10) ?? 'an earlier day';
  return `Answers come from the page as it was found on ${since}: ${web_page.problem}`;
}
