/** Target length of a chunk, in UTF-16 units. */
const CHUNK_LENGTH = 1_000;
/** Overlap of consecutive chunks in whole sentences, in UTF-16 units, so that no context is lost between them. */
const OVERLAP = 200;

/** Text of a page. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly text: string;
}

/** A chunk: the unit of embedding, retrieval and citation. */
export interface TextChunk {
  readonly text: string;
  /** The page it starts on. */
  readonly page: number;
}

interface Sentence {
  readonly text: string;
  readonly page: number;
}

/**
 * Splits pages into overlapping chunks at sentence boundaries, in any script. A generator, because chunking a long
 * document at once would block.
 */
export function* chunkPages(pages: readonly Page[]): Generator<TextChunk> {
  let current: Sentence[] = [];
  let length = 0;
  for (const sentence of sentencesOf(pages)) {
    if (length > 0 && length + sentence.text.length > CHUNK_LENGTH) {
      yield chunkOf(current);
      current = tailOf(current, CHUNK_LENGTH - sentence.text.length);
      length = lengthOf(current);
    }
    current.push(sentence);
    length += sentence.text.length + 1;
  }
  if (current.length > 0) yield chunkOf(current);
}

/** Sentences with normalised whitespace. Those longer than a chunk are cut, at a space if possible. */
function* sentencesOf(pages: readonly Page[]): Generator<Sentence> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
  for (const { page, text } of pages)
    for (const { segment } of segmenter.segment(flowing(text))) {
      let rest = segment.replace(/\s+/gu, ' ').trim();
      while (rest.length > CHUNK_LENGTH) {
        const cut = cutAt(rest);
        yield { page, text: rest.slice(0, cut).trimEnd() };
        rest = rest.slice(cut).trimStart();
      }
      if (rest !== '') yield { page, text: rest };
    }
}

/**
 * Joins the lines of a page: only a blank line ends a sentence. Soft hyphens and characters without a glyph are
 * removed.
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

/** The last sentences that fit the overlap and the space left in the next chunk. */
function tailOf(sentences: readonly Sentence[], room: number): Sentence[] {
  const most = Math.min(OVERLAP, room);
  let first = sentences.length;
  let length = 0;
  for (let at = sentences.length - 1; at > 0; at -= 1) {
    length += (sentences[at]?.text.length ?? 0) + 1;
    if (length > most) break;
    first = at;
  }
  return sentences.slice(first);
}

const lengthOf = (sentences: readonly Sentence[]): number =>
  sentences.reduce((sum, { text }) => sum + text.length + 1, 0);

const chunkOf = (sentences: readonly Sentence[]): TextChunk => ({
  text: sentences.map(({ text }) => text).join(' '),
  page: sentences[0]?.page ?? 1,
});
