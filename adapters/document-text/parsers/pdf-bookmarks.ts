import type { Bookmark } from './pdf-headings.ts';

/** What is read of a bookmark as pdf.js reports it. */
interface OutlineItem {
  readonly title: string;
  readonly dest: string | readonly unknown[] | null;
  readonly items: readonly OutlineItem[];
}

/** What is read of a document of pdf.js. */
export interface OutlinedDocument {
  getOutline(): Promise<readonly OutlineItem[] | null>;
  getDestination(name: string): Promise<readonly unknown[] | null>;
  getPageIndex(reference: never): Promise<number>;
}

const LEVELS_MAX = 6;

/** The bookmarks of a document, in its order. None if there are more than `most`, or none can be read. */
export async function bookmarksOf(document: OutlinedDocument, most: number): Promise<Bookmark[]> {
  try {
    const items = flat((await document.getOutline()) ?? []);
    if (items.length > most) return [];
    const bookmarks: Bookmark[] = [];
    for (const item of items) bookmarks.push(...(await bookmarkOf(document, item)));
    return bookmarks;
  } catch {
    return [];
  }
}

/** The items with their levels, from 1. Not by recursion: a document may nest them as deeply as it likes. */
function flat(outline: readonly OutlineItem[]): (OutlineItem & { readonly level: number })[] {
  const found: (OutlineItem & { readonly level: number })[] = [];
  const open = outline.toReversed().map((item) => ({ ...item, level: 1 }));
  for (let item = open.pop(); item; item = open.pop()) {
    found.push(item);
    const level = Math.min(LEVELS_MAX, item.level + 1);
    for (const below of item.items.toReversed()) open.push({ ...below, level });
  }
  return found;
}

/** The bookmark, or nothing where it leads nowhere. */
async function bookmarkOf(
  document: OutlinedDocument,
  { title, dest, level }: OutlineItem & { readonly level: number },
): Promise<Bookmark[]> {
  const place = typeof dest === 'string' ? await document.getDestination(dest) : dest;
  const [page, how, x, y] = place ?? [];
  const index = await indexOf(document, page);
  if (index === null) return [];
  // `/XYZ left top zoom`, `/FitH top`; others lead to the whole page.
  const isFitted = nameOf(how) === 'FitH' || nameOf(how) === 'FitBH';
  const top = isFitted ? x : nameOf(how) === 'XYZ' ? y : null;
  return [{ title, level, page: index + 1, y: typeof top === 'number' ? top : null }];
}

async function indexOf(document: OutlinedDocument, page: unknown): Promise<number | null> {
  if (typeof page === 'number') return page;
  if (typeof page !== 'object' || page === null) return null;
  return document.getPageIndex(page as never).catch(() => null);
}

const nameOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : null;
