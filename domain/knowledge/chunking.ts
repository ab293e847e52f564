/** A chunk is about so long. In UTF-16 units. */
const CHUNK_LENGTH = 1_000;
/** So much of a chunk's end begins the next one, in whole sentences, so that nothing falls between two. */
const OVERLAP = 200;

/** The text of one page. */
export interface Page {
  /** From 1. */
  readonly page: number;
  readonly text: string;
}

/** A passage that is embedded, found and quoted as one. */
export interface TextChunk {
  readonly text: string;
  /** The page it begins on. */
  readonly page: number;
}

interface Sentence {
  readonly text: string;
  readonly page: number;
}

/**
 * The text of pages as overlapping passages that begin and end where sentences do, in any script. Made one by one as
 * they are asked for: those of a long document all at once would take long.
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

/** Sentences with their white space made even. One that is longer than a chunk is cut, at a space where there is one. */
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
 * A page's lines as one flow: where a line ends no sentence does, unless a blank one follows. A word that was divided by
 * a soft hyphen is one again, and characters that no font knew are gone.
 */
const flowing = (text: string): string => text.replace(/\u00AD\s*|[\0\uFFFD]/gu, '').replace(/\s+/gu, withoutLineEnd);

/** The space between two words. Of a blank line a new one is left, which ends a sentence. */
function withoutLineEnd(space: string): string {
  const lineEnd = space.indexOf('\n');
  if (lineEnd < 0) return space;
  return space.includes('\n', lineEnd + 1) ? '\n' : ' ';
}

/** Where a too long sentence is cut: at its last space within the length, else there, but never inside a character. */
function cutAt(text: string): number {
  const space = text.lastIndexOf(' ', CHUNK_LENGTH);
  if (space > CHUNK_LENGTH / 2) return space;
  const isInside = /[\uDC00-\uDFFF]/.test(text[CHUNK_LENGTH] ?? '');
  return isInside ? CHUNK_LENGTH - 1 : CHUNK_LENGTH;
}

/** The last sentences that fit into the overlap, and into what the next chunk has room for. */
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
