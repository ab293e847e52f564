import type { Parse } from '../../../adapters/document-text/parsers/parse.ts';
import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';

const LIMITS = { pages: 20, characters: 100_000, sections: 1_000 };

/** The blocks of a file, each as one short text: `# ` before a heading, lines of a list in an array. */
export async function parsed(parse: Parse, file: string | Uint8Array): Promise<(string | readonly string[])[]> {
  const blocks = await parse(typeof file === 'string' ? Buffer.from(file) : file, LIMITS);
  return blocks.map(brief);
}

const brief = (block: ContentBlock): string | readonly string[] => {
  if (block.kind === 'list') return block.items;
  const text = block.text.replace(/\s+/g, ' ').trim();
  return block.kind === 'heading' ? `${'#'.repeat(block.level)} ${text}` : text;
};
