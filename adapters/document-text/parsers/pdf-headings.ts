import type { PdfHeading, PdfRow, PdfPage } from './pdf-rows.ts';

/** Headings by page, in their order. */
export type PdfHeadings = ReadonlyMap<number, readonly PdfHeading[]>;

export const NO_HEADINGS: PdfHeadings = new Map();

/** A bookmark that leads to a place. */
export interface Bookmark {
  readonly title: string;
  readonly level: number;
  /** From 1. */
  readonly page: number;
  /** Distance from the bottom of the page. Null: unknown. */
  readonly y: number | null;
}

/** How much larger than the text a heading is. */
const LARGER = 1.15;
const LENGTH_MAX = 200;
const LEVELS_MAX = 4;
/** More of the text than this is not in headings: then the sizes mean something else, as in slides and posters. */
const SHARE_MAX = 0.2;
/** A line that returns on this many pages is a page header. */
const RETURNS_MAX = 3;
/** Lines of one heading. */
const LINES_MAX = 4;
/** Length of the number before a heading, such as `10 2 1 `. */
const NUMBER_MAX = 20;
const LETTER = /\p{L}/u;

/** A page, and the words of each of its lines. */
interface SearchedPage {
  readonly lines: readonly PdfRow[];
  readonly words: readonly string[];
  readonly headings: PdfHeading[];
}

/** The headings that bookmarks name: in place of the same words on their page, or where they lead to. */
export function headingsByBookmarks(pages: readonly PdfPage[], bookmarks: readonly Bookmark[]): PdfHeadings {
  const searched = new Map<number, SearchedPage>();
  const byNumber = new Map(pages.map((page) => [page.number, page.lines]));
  for (const bookmark of bookmarks) {
    const lines = byNumber.get(bookmark.page);
    const title = oneLine(bookmark.title);
    if (!lines || !LETTER.test(title)) continue;
    const known = searched.get(bookmark.page);
    const page = known ?? { lines, words: lines.map(({ text }) => wordsOf(text)), headings: [] };
    if (!known) searched.set(bookmark.page, page);
    page.headings.push(placed({ ...bookmark, title }, page));
  }
  return new Map(Array.from(searched, ([number, { headings }]) => [number, withoutOverlaps(headings)]));
}

function placed({ title, level, y }: Bookmark, { lines, words }: SearchedPage): PdfHeading {
  const wanted = wordsOf(title);
  for (let at = 0; at < lines.length; at += 1) {
    let found = '';
    for (let count = 1; count <= LINES_MAX && at + count <= lines.length; count += 1) {
      found = `${found} ${words[at + count - 1] ?? ''}`.trim();
      if (found.length > wanted.length + NUMBER_MAX) break;
      if (!isSame(found, wanted)) continue;
      const text = lines.slice(at, at + count).map((line) => line.text);
      return { level, text: oneLine(text.join(' ')), at, lines: count };
    }
  }
  const below = y === null ? 0 : lines.findIndex((line) => line.text.trim() !== '' && line.y <= y);
  return { level, text: title, at: below < 0 ? lines.length : below, lines: 0 };
}

/** Whether a line is a title, with or without its number. */
const isSame = (line: string, title: string): boolean =>
  title !== '' && (line === title || withoutNumber(line) === title || line === withoutNumber(title));

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const withoutNumber = (words: string): string => words.replace(/^(?:\d+ )+/u, '');
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** In the order of lines. What begins within another heading stands after it. */
function withoutOverlaps(headings: readonly PdfHeading[]): PdfHeading[] {
  let next = 0;
  return headings
    .toSorted((a, b) => a.at - b.at)
    .map((heading) => {
      const kept = heading.at < next ? { ...heading, at: next, lines: 0 } : heading;
      next = kept.at + kept.lines;
      return kept;
    });
}

/** The headings of a document without bookmarks: short lines that are larger than its text. */
export function headingsBySize(pages: readonly PdfPage[]): PdfHeadings {
  const text = textSize(pages);
  const returning = returningLines(pages);
  const isHeading = ({ text: words, size }: PdfRow): boolean =>
    size >= text * LARGER && words.length <= LENGTH_MAX && LETTER.test(words) && !returning.has(wordsOf(words));
  const found = pages.flatMap(({ lines }) => lines.filter(isHeading));
  const share = lengthOf(found) / Math.max(1, lengthOf(pages.flatMap(({ lines }) => lines)));
  if (text === 0 || share > SHARE_MAX) return NO_HEADINGS;
  const sizes = [...new Set(found.map(({ size }) => size))].toSorted((a, b) => b - a);
  const levelOf = (size: number): number => Math.min(LEVELS_MAX, sizes.indexOf(size) + 1);
  return new Map(pages.map(({ number, lines }) => [number, largeLines(lines, isHeading, levelOf)]));
}

/** Headings of a page. Large lines of one size that follow each other are one. */
function largeLines(
  lines: readonly PdfRow[],
  isHeading: (line: PdfRow) => boolean,
  levelOf: (size: number) => number,
): PdfHeading[] {
  const headings: (PdfHeading & { size: number })[] = [];
  for (const [at, line] of lines.entries()) {
    if (!isHeading(line)) continue;
    const [last, text] = [headings.at(-1), oneLine(line.text)];
    const isMore = last && last.size === line.size && last.at + last.lines === at && last.lines < LINES_MAX;
    if (isMore) headings[headings.length - 1] = { ...last, text: `${last.text} ${text}`, lines: last.lines + 1 };
    else headings.push({ level: levelOf(line.size), text, at, lines: 1, size: line.size });
  }
  return headings;
}

/** The size of most characters. */
function textSize(pages: readonly PdfPage[]): number {
  const lengths = new Map<number, number>();
  for (const { lines } of pages)
    for (const { text, size } of lines) if (size > 0) lengths.set(size, (lengths.get(size) ?? 0) + text.length);
  return [...lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Words of lines that return on many pages. */
function returningLines(pages: readonly PdfPage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { lines } of pages)
    for (const words of new Set(lines.map(({ text }) => wordsOf(text.slice(0, LENGTH_MAX)))))
      counts.set(words, (counts.get(words) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= RETURNS_MAX).map(([words]) => words));
}

const lengthOf = (lines: readonly PdfRow[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
