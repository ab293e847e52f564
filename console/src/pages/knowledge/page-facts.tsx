import { Moment } from '../../parts/moment.tsx';
import type { Document, WebPage } from './document.ts';
import { strings } from './strings.ts';

interface PageFactsProps {
  readonly page: WebPage;
  readonly sitemap: Document['sitemap'];
}

/** Where a web page or a sitemap is, and when it was checked. */
export const PageFacts = ({ page: { url, refresh, checked_at }, sitemap }: PageFactsProps) => (
  <span class="document-page">
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>{' '}
    {sitemap && <>{strings.sitemapPages(sitemap.pages, sitemap.left_out)}, </>}
    {strings.checks[refresh]}
    {checked_at !== null && (
      <>
        {', '}
        {strings.checked} <Moment at={checked_at} />
      </>
    )}
  </span>
);
