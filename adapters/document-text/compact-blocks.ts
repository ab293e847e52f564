import type { ContentBlock, HeadingBlock, ListBlock, TextBlock } from '../../domain/knowledge/blocks.ts';

/** Length of a block, of its items too, in UTF-16 units: few messages, and none that takes long to divide into chunks. */
const LENGTH = 10_000;

/** Joins short paragraphs that follow each other, and divides whatever is endless. Pages are not joined. */
export function compactBlocks(blocks: readonly ContentBlock[]): ContentBlock[] {
  const compact: ContentBlock[] = [];
  for (const block of blocks) {
    const last = compact.at(-1);
    if (block.kind === 'list') compact.push(...listParts(block));
    else if (block.kind === 'heading') compact.push(...headingParts(block));
    else if (block.page === null && last && isJoinable(last, block)) compact[compact.length - 1] = joined(last, block);
    else for (const text of partsOf(block.text)) compact.push({ ...block, text });
  }
  return compact;
}

const isJoinable = (last: ContentBlock, { text }: TextBlock): last is TextBlock =>
  last.kind === 'text' && last.page === null && last.text.length + text.length < LENGTH;

const joined = (last: TextBlock, next: TextBlock): TextBlock => ({ ...last, text: `${last.text}\n\n${next.text}` });

/** The text in parts that end after a space where there is one. */
function* partsOf(text: string): Generator<string> {
  let rest = text;
  while (rest.length > LENGTH) {
    const space = Math.max(rest.lastIndexOf(' ', LENGTH), rest.lastIndexOf('\n', LENGTH));
    const end = space > LENGTH / 2 ? space + 1 : LENGTH - (isInsideCharacter(rest) ? 1 : 0);
    yield rest.slice(0, end);
    rest = rest.slice(end);
  }
  yield rest;
}

/** What is too long for a heading follows it as text. */
function* headingParts(block: HeadingBlock): Generator<ContentBlock> {
  const [text = '', ...rest] = partsOf(block.text);
  yield { ...block, text };
  for (const part of rest) yield { kind: 'text', text: part, page: block.page ?? null };
}

function* listParts({ kind, items }: ListBlock): Generator<ListBlock> {
  let part: string[] = [];
  let length = 0;
  for (const item of items)
    for (const line of partsOf(item)) {
      if (length + line.length > LENGTH && part.length > 0) {
        yield { kind, items: part };
        [part, length] = [[], 0];
      }
      part.push(line);
      length += line.length + 1;
    }
  if (part.length > 0) yield { kind, items: part };
}

const isInsideCharacter = (text: string): boolean => /[\uDC00-\uDFFF]/.test(text[LENGTH] ?? '');
