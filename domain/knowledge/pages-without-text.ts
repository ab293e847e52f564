import type { ContentBlock } from './blocks.ts';

/** Ranges of pages that a notice lists. */
const RANGES_MAX = 10;

/** A notice about pages of a document that have no text while others have some. Null when there are none. */
export function noticeOfPages(blocks: readonly ContentBlock[]): string | null {
  const pages = blocks.flatMap((block) => (block.kind === 'text' && block.page !== null ? [block] : []));
  const empty = pages.flatMap(({ page, text }) => (page !== null && text.trim() === '' ? [page] : []));
  if (empty.length === 0 || empty.length === pages.length) return null;
  const ranges = rangesOf(empty);
  const listed = ranges.slice(0, RANGES_MAX).join(', ') + (ranges.length > RANGES_MAX ? ', …' : '');
  return `Pages without text: ${listed} (${empty.length} of ${pages.length}). If they are scanned, run text recognition on the PDF and upload it again.`;
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
