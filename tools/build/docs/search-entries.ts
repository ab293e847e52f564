import type { SitePage } from './page-template.ts';
import type { SearchEntry } from './site-search.ts';

/** What the search finds in a page: its sections, and the rows of their tables, which explain what is in their first cells. */
export const searchEntries = ({ file, title, sections }: SitePage): SearchEntry[] =>
  sections.flatMap(({ id, level, heading, within, text, names, rows }) => [
    {
      ...{ url: level === 1 ? file : `${file}#${id}`, page: title, heading, text },
      ...(within !== null && within !== title && { section: within }),
      ...(names !== '' && { names }),
    },
    ...rows.map((row) => ({
      ...{ url: `${file}#${row.id}`, page: title, heading: row.term, text: row.text },
      ...(heading !== title && { section: heading }),
    })),
  ]);
