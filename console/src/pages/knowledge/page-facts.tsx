import { Moment } from '../../parts/moment.tsx';
import type { WebPage } from './document.ts';
import { strings } from './strings.ts';

/** Where a web page is, and when it was checked. */
export const PageFacts = ({ page: { url, refresh, checked_at } }: { readonly page: WebPage }) => (
  <span class="document-page">
    <a href={url} target="_blank" rel="noreferrer noopener">
      {url}
    </a>{' '}
    {strings.checks[refresh]}
    {checked_at !== null && (
      <>
        {', '}
        {strings.checked} <Moment at={checked_at} />
      </>
    )}
  </span>
);
