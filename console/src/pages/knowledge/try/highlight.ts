/** A piece of a text, and whether it is one of the words that were asked for. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Words that nearly every question has. */
const FREQUENT: ReadonlySet<string> = new Set(
  (
    'a about all an and any are as at be been but by can could did do does for from had has have how i if in into is ' +
    'it its may me much many must my no not of on or our shall she should so than that the their them then there ' +
    'they this to up us was we were what when where which who whom why will with would you your'
  ).split(' '),
);
const ENDING = /(?:ings?|ed|es|s|e|ly)$/;
/** So much of a word is left at least without its ending. */
const STEM_MIN = 3;

/** The text in pieces, in order, with every word of the question found in it, in any inflection of English. */
export function highlighted(text: string, question: string): readonly Piece[] {
  const wanted = new Set(keywordsOf(question).map(stemOf));
  const pieces: Piece[] = [];
  for (const { segment, isWordLike } of WORDS.segment(text)) {
    const isHit = isWordLike === true && wanted.has(stemOf(segment));
    const last = pieces.at(-1);
    if (last?.isHit === isHit) pieces[pieces.length - 1] = { text: last.text + segment, isHit };
    else pieces.push({ text: segment, isHit });
  }
  return pieces;
}

const keywordsOf = (question: string): string[] =>
  [...WORDS.segment(question)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true && !FREQUENT.has(plain(segment)) ? [segment] : [],
  );

/** Without what varies in writing: case, width, accents of Latin letters. */
const plain = (word: string): string =>
  word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** What the inflections of a word share. */
function stemOf(word: string): string {
  const written = plain(word);
  const stem = written.replace(ENDING, '');
  return stem.length < STEM_MIN ? written : stem.replace(/(.)\1$/, '$1');
}
