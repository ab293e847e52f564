import type { ContentBlock } from '../../domain/knowledge/blocks.ts';
import type { ReadableType } from '../../domain/knowledge/document-type.ts';
import { compactBlocks } from './compact-blocks.ts';
import { ReadingRefusal, type Parse } from './parsers/parse.ts';
import type { ReadAnswer, ReadingLimits, ReadRequest } from './reader-messages.ts';

/** The parser of each type: only the one that is needed is loaded. */
const PARSERS: Readonly<Record<ReadableType, () => Promise<{ readonly parse: Parse }>>> = {
  pdf: () => import('./parsers/pdf.ts'),
  docx: () => import('./parsers/docx.ts'),
  html: () => import('./parsers/html.ts'),
  markdown: () => import('./parsers/markdown.ts'),
  text: () => import('./parsers/text.ts'),
  csv: () => import('./parsers/csv.ts'),
  sitemap: () => import('./parsers/sitemap.ts'),
};

/** In the reader's thread: answers once the parser is loaded. */
export const load = async (type: ReadableType): Promise<boolean> => Boolean(await PARSERS[type]());

/** In the reader's thread: the content of a document. */
export async function parse(request: ReadRequest & { readonly limits: ReadingLimits }): Promise<ReadAnswer> {
  const { file, type, limits, charset } = request;
  try {
    const parser = await PARSERS[type]();
    return { blocks: compactBlocks(withinLimits(await parser.parse(file, limits, charset ?? undefined), limits)) };
  } catch (error) {
    if (error instanceof ReadingRefusal) return { refusal: error.refusal };
    const isStackFull = error instanceof RangeError && error.message.includes('call stack');
    return { refusal: isStackFull ? 'nested' : 'unreadable' };
  }
}

function withinLimits(blocks: ContentBlock[], { characters, sections }: ReadingLimits): ContentBlock[] {
  let length = 0;
  let starts = 0;
  for (const block of blocks) {
    length += block.kind === 'list' ? block.items.reduce((sum, line) => sum + line.length, 0) : block.text.length;
    if (block.kind !== 'text') starts += 1;
  }
  if (length > characters) throw new ReadingRefusal('characters');
  if (starts > sections) throw new ReadingRefusal('sections');
  return blocks;
}
