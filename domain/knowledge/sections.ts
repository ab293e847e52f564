import { cut } from '../bounded-text.ts';
import type { ContentBlock, HeadingBlock, ListBlock, TextBlock } from './blocks.ts';

/** Maximum length of one heading in a path, and of a path. In UTF-16 units. */
const LENGTH_MAX = { heading: 200, path: 400 } as const;
const SEPARATOR = ' › ';

/** Content below the same headings. */
export interface Section {
  /** The headings above, outermost first. Null where there are none. */
  readonly heading: string | null;
  readonly body: readonly (TextBlock | ListBlock)[];
}

interface OpenSection {
  headings: HeadingBlock[];
  body: (TextBlock | ListBlock)[];
  /** Whether the innermost heading has nothing below it yet. */
  isBare: boolean;
}

/**
 * Divides blocks into sections. A heading with nothing below it is the text of a section, so that no words are lost. So
 * is one that is too long for a heading.
 */
export function* sectionsOf(blocks: Iterable<ContentBlock>): Generator<Section> {
  const open: OpenSection = { headings: [], body: [], isBare: false };
  for (const block of blocks)
    if (block.kind === 'heading') {
      yield* closed(open, block.level);
      startSection(open, block);
    } else {
      open.body.push(block);
      open.isBare &&= !hasWords(block);
    }
  yield* closed(open, 0);
}

function* closed(open: OpenSection, nextLevel: number): Generator<Section> {
  const { headings, body } = open;
  const last = headings.at(-1);
  if (body.length > 0 && !open.isBare) yield { heading: pathOf(headings), body };
  else if (open.isBare && last && last.level >= nextLevel)
    yield { heading: pathOf(headings.slice(0, -1)), body: [textOf(last, last.text)] };
}

function startSection(open: OpenSection, block: HeadingBlock): void {
  const { level, text } = block;
  const title = text.replace(/\s+/gu, ' ').trim();
  const isLong = title.length > LENGTH_MAX.heading;
  open.headings = open.headings.filter((outer) => outer.level < level);
  if (title !== '') open.headings.push({ ...block, text: isLong ? `${cut(title, LENGTH_MAX.heading)}…` : title });
  open.body = isLong ? [textOf(block, title)] : [];
  open.isBare = title !== '' && !isLong;
}

/** A page may have none. */
const hasWords = (block: TextBlock | ListBlock): boolean =>
  block.kind === 'list' ? block.items.length > 0 : /\S/.test(block.text);

const textOf = ({ page }: HeadingBlock, text: string): TextBlock => ({ kind: 'text', text, page: page ?? null });

/** The headings as one line. The outermost are left out of one that would be too long. */
function pathOf(headings: readonly HeadingBlock[]): string | null {
  for (let from = 0; from < headings.length; from += 1) {
    const path = headings
      .slice(from)
      .map(({ text }) => text)
      .join(SEPARATOR);
    if (path.length <= LENGTH_MAX.path) return path;
  }
  return null;
}
