import type { ContentBlock, ListBlock, TextBlock } from '../../domain/knowledge/blocks.ts';

/** Length of a block, in UTF-16 units: few messages, and none that takes long to divide into chunks. */
const LENGTH = 10_000;

/** Joins short paragraphs that follow each other, and divides endless ones and endless lists. Pages stay as they are. */
export function compactBlocks(blocks: readonly ContentBlock[]): ContentBlock[] {
  const compact: ContentBlock[] = [];
  for (const block of blocks) {
    const last = compact.at(-1);
    if (block.kind === 'list') compact.push(...listParts(block));
    else if (block.kind === 'heading' || block.page !== null) compact.push(block);
    else if (last && isJoinable(last, block)) compact[compact.length - 1] = joined(last, block);
    else compact.push(...textParts(block));
  }
  return compact;
}

const isJoinable = (last: ContentBlock, { text }: TextBlock): last is TextBlock =>
  last.kind === 'text' && last.page === null && last.text.length + text.length < LENGTH;

const joined = (last: TextBlock, next: TextBlock): TextBlock => ({ ...last, text: `${last.text}\n\n${next.text}` });

function* textParts(block: TextBlock): Generator<TextBlock> {
  let rest = block.text;
  while (rest.length > LENGTH) {
    const space = Math.max(rest.lastIndexOf(' ', LENGTH), rest.lastIndexOf('\n', LENGTH));
    const end = space > LENGTH / 2 ? space + 1 : LENGTH - (isInsideCharacter(rest) ? 1 : 0);
    yield { ...block, text: rest.slice(0, end) };
    rest = rest.slice(end);
  }
  yield { ...block, text: rest };
}

function* listParts({ kind, items }: ListBlock): Generator<ListBlock> {
  let part: string[] = [];
  let length = 0;
  for (const item of items) {
    if (length + item.length > LENGTH && part.length > 0) {
      yield { kind, items: part };
      [part, length] = [[], 0];
    }
    part.push(item);
    length += item.length + 1;
  }
  if (part.length > 0) yield { kind, items: part };
}

const isInsideCharacter = (text: string): boolean => /[\uDC00-\uDFFF]/.test(text[LENGTH] ?? '');
