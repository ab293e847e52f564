import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';

/** A line of a page, with the end of the line. */
export interface PdfRow {
  readonly text: string;
  /** Height of the font of most of its characters. 0: of none. */
  readonly size: number;
  /** Distance from the bottom of the page. */
  readonly y: number;
}

export interface PdfPage {
  /** From 1. */
  readonly number: number;
  readonly lines: readonly PdfRow[];
}

/** A heading of a page, in place of some of its lines. */
export interface PdfHeading {
  readonly level: number;
  readonly text: string;
  /** The first line that it replaces, or before which it stands. */
  readonly at: number;
  /** Lines that it replaces. */
  readonly lines: number;
}

/** A piece of text as pdf.js reports it. */
export interface PdfItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly transform: readonly number[];
}

/** The lines of a page. */
export function linesOf(items: readonly PdfItem[]): PdfRow[] {
  const lines: PdfRow[] = [];
  let open: PdfItem[] = [];
  for (const item of items) {
    open.push(item);
    if (!item.hasEOL) continue;
    lines.push(lineOf(open));
    open = [];
  }
  if (open.length > 0) lines.push(lineOf(open));
  return lines;
}

function lineOf(items: readonly PdfItem[]): PdfRow {
  const lengths = new Map<number, number>();
  for (const { str, transform } of items) {
    const size = sizeOf(transform);
    lengths.set(size, (lengths.get(size) ?? 0) + str.trim().length);
  }
  const [size, length] = [...lengths].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
  const first = items.find(({ str }) => str.trim() !== '');
  return {
    text: items.map(({ str, hasEOL }) => str + (hasEOL ? '\n' : '')).join(''),
    size: length === 0 ? 0 : size,
    y: first?.transform[5] ?? 0,
  };
}

/** The height of a font, to half a point. */
const sizeOf = (transform: readonly number[]): number =>
  Math.round(2 * Math.hypot(transform[2] ?? 0, transform[3] ?? 0)) / 2;

/** The blocks of pages between their headings. A page without any is one block. */
export function pageBlocks(pages: readonly PdfPage[], headings: ReadonlyMap<number, readonly PdfHeading[]>) {
  const blocks: ContentBlock[] = [];
  for (const { number, lines } of pages) {
    const own = headings.get(number) ?? [];
    let next = 0;
    for (const { level, text, at, lines: replaced } of own) {
      if (at > next) blocks.push(textBlock(number, lines.slice(next, at)));
      blocks.push({ kind: 'heading', level, text, page: number });
      next = at + replaced;
    }
    if (own.length === 0 || next < lines.length) blocks.push(textBlock(number, lines.slice(next)));
  }
  return blocks;
}

const textBlock = (page: number, lines: readonly PdfRow[]): ContentBlock => ({
  kind: 'text',
  page,
  text: lines.map(({ text }) => text).join(''),
});
