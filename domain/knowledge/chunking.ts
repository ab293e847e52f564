import type { ContentBlock, ListBlock, TextBlock } from './blocks.ts';
import { sectionsOf, type Section } from './sections.ts';

/** Target length of a chunk, in UTF-16 units. */
const CHUNK_LENGTH = 1_000;
/** Overlap of consecutive chunks in whole sentences or lines, in UTF-16 units, so that no context is lost between them. */
const OVERLAP = 200;

/** A chunk: the unit of embedding, retrieval and citation. */
export interface TextChunk {
  readonly text: string;
  /** The page it starts on. Null where the document has no pages. */
  readonly page: number | null;
  /** The headings above it, outermost first. Null where there are none. */
  readonly heading: string | null;
}

/** A sentence, a line, or a whole list or table. */
interface Piece {
  readonly text: string;
  readonly page: number | null;
  /** Whether it stands on lines of its own. */
  readonly isLine: boolean;
}

/**
 * Splits a document into overlapping chunks at sentence boundaries, in any script. A chunk never goes beyond its section.
 * A list or table that fits one chunk is not divided, and a longer one only between its lines. A generator, because
 * chunking a long document at once would block.
 */
export function* chunkBlocks(blocks: Iterable<ContentBlock>): Generator<TextChunk> {
  for (const section of sectionsOf(blocks)) yield* chunksOf(section);
}

function* chunksOf({ heading, body }: Section): Generator<TextChunk> {
  let current: Piece[] = [];
  let length = 0;
  for (const piece of piecesOf(body)) {
    if (length > 0 && length + piece.text.length > CHUNK_LENGTH) {
      yield chunkOf(current, heading);
      current = tailOf(current, CHUNK_LENGTH - piece.text.length);
      length = lengthOf(current);
    }
    current.push(piece);
    length += piece.text.length + 1;
  }
  if (current.length > 0) yield chunkOf(current, heading);
}

function* piecesOf(body: readonly (TextBlock | ListBlock)[]): Generator<Piece> {
  for (const block of body) yield* block.kind === 'text' ? sentencesOf(block) : itemsOf(block);
}

/** Sentences with normalised whitespace. Those longer than a chunk are cut, at a space if possible. */
function* sentencesOf({ text, page }: TextBlock): Generator<Piece> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const { segment } of segmenter.segment(flowing(text)))
    for (const part of partsOf(segment)) yield { page, text: part, isLine: false };
}

/** The whole list or table as one piece if it fits a chunk, else its lines. */
function* itemsOf({ items }: ListBlock): Generator<Piece> {
  const length = items.reduce((sum, item) => sum + item.length + 1, 0);
  const parts = items.flatMap((item) => [...partsOf(item)]);
  if (parts.length > 0 && length <= CHUNK_LENGTH) yield { page: null, text: parts.join('\n'), isLine: true };
  else for (const text of parts) yield { page: null, text, isLine: true };
}

/** A text with normalised whitespace, cut where it is longer than a chunk. Nothing when it is empty. */
function* partsOf(text: string): Generator<string> {
  let rest = text.replace(/\s+/gu, ' ').trim();
  while (rest.length > CHUNK_LENGTH) {
    const end = cutAt(rest);
    yield rest.slice(0, end).trimEnd();
    rest = rest.slice(end).trimStart();
  }
  if (rest !== '') yield rest;
}

/**
 * Joins the lines of a text: only a blank line ends a sentence. Soft hyphens and characters without a glyph are removed.
 */
const flowing = (text: string): string => text.replace(/\u00AD\s*|[\0\uFFFD]/gu, '').replace(/\s+/gu, withoutLineEnd);

/** Whitespace between two words. A blank line becomes a line break, which ends a sentence. */
function withoutLineEnd(space: string): string {
  const lineEnd = space.indexOf('\n');
  if (lineEnd < 0) return space;
  return space.includes('\n', lineEnd + 1) ? '\n' : ' ';
}

/**
 * Where to cut a long sentence: at its last space within the length, else at the length, but never inside a character.
 */
function cutAt(text: string): number {
  const space = text.lastIndexOf(' ', CHUNK_LENGTH);
  if (space > CHUNK_LENGTH / 2) return space;
  const isInside = /[\uDC00-\uDFFF]/.test(text[CHUNK_LENGTH] ?? '');
  return isInside ? CHUNK_LENGTH - 1 : CHUNK_LENGTH;
}

/** The last pieces that fit the overlap and the space left in the next chunk. */
function tailOf(pieces: readonly Piece[], room: number): Piece[] {
  const most = Math.min(OVERLAP, room);
  let first = pieces.length;
  let length = 0;
  for (let at = pieces.length - 1; at > 0; at -= 1) {
    length += (pieces[at]?.text.length ?? 0) + 1;
    if (length > most) break;
    first = at;
  }
  return pieces.slice(first);
}

const lengthOf = (pieces: readonly Piece[]): number => pieces.reduce((sum, { text }) => sum + text.length + 1, 0);

const chunkOf = (pieces: readonly Piece[], heading: string | null): TextChunk => ({
  text: pieces.map(({ text, isLine }, at) => jointBefore(isLine, pieces[at - 1]) + text).join(''),
  page: pieces[0]?.page ?? null,
  heading,
});

const jointBefore = (isLine: boolean, previous: Piece | undefined): string => {
  if (previous === undefined) return '';
  return isLine || previous.isLine ? '\n' : ' ';
};
