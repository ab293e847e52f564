import type { ContentBlock } from '../../../domain/knowledge/blocks.ts';
import { decodeText } from './decode.ts';
import type { Parse } from './parse.ts';

/** A bullet or a number at the start of a line. */
const ITEM = /^[ \t]*(?:[-*+•–]|\d{1,3}[.)])[ \t]/u;

/** Paragraphs and lists of a plain text. Blank lines separate paragraphs. */
export const parse: Parse = async (file, _limits, charset) => [
  ...blocksOf(decodeText(file, charset).split(/\r\n|[\n\r\f]/)),
];

function* blocksOf(lines: readonly string[]): Generator<ContentBlock> {
  let paragraph: string[] = [];
  let items: string[] = [];
  const flush = function* (): Generator<ContentBlock> {
    if (paragraph.length > 0) yield { kind: 'text', text: paragraph.join('\n'), page: null };
    if (items.length > 0) yield { kind: 'list', items: items };
    paragraph = [];
    items = [];
  };
  for (const line of lines)
    if (line.trim() === '') yield* flush();
    else if (ITEM.test(line)) items.push(line.trim());
    else if (items.length > 0 && /^[ \t]/.test(line)) items.push(`${items.pop() ?? ''} ${line.trim()}`);
    else {
      if (items.length > 0) yield* flush();
      paragraph.push(line);
    }
  yield* flush();
}
