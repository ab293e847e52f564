import type { ContentBlock } from './blocks.ts';

/** Ranges of pages that a notice lists. */
const RANGES_MAX = 10;

/** A notice about pages of a document that have no text while others have some. Null when there are none. */
export function noticeOfPages(blocks: readonly ContentBlock[]): string | null {
  const { pages, empty } = pagesOf(blocks);
  if (empty.length === 0 || empty.length === pages) return null;
  const ranges = rangesOf(empty);
  const listed = ranges.slice(0, RANGES_MAX).join(', ') + (ranges.length > RANGES_MAX ? ', …' : '');
  return `Pages without text: ${listed} (${empty.length} of ${pages}). If they are scanned, run text recognition on the PDF and upload it again.`;
}

/** The number of pages of a document, and those of them without text. */
export function pagesOf(blocks: readonly ContentBlock[]): {
  readonly pages: number;
  readonly empty: readonly number[];
} {
  const filled = new Map<number, boolean>();
  for (const block of blocks) {
    if (block.kind === 'list' || typeof block.page !== 'number') continue;
    filled.set(block.page, filled.get(block.page) === true || block.text.trim() !== '');
  }
  return { pages: filled.size, empty: [...filled].flatMap(([page, hasText]) => (hasText ? [] : [page])) };
}

/** Ascending numbers as ranges, such as `2` and `4–6`. */
function rangesOf(numbers: readonly number[]): string[] {
  const ranges: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last?.to === number - 1) last.to = number;
    else ranges.push({ from: number, to: number });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
}
