const SPOKEN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': ', ',
  '—': ', ',
  '•': ', ',
  '€': ' euros ',
  '£': ' pounds ',
  '₹': ' rupees ',
  '°': ' degrees ',
  '×': ' times ',
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
};

/** Longer pieces are cut, so that the first sound never waits for more than some ten seconds of speech. */
const LONGEST_PIECE = 200;
const SENTENCE_END = /(?<!\b(?:Mr|Mrs|Ms|Dr|St|No|[A-Z]))(?<![.!?])[.!?]+["')\]]*\s+(?=["'([]*[A-Z0-9])/g;
const CLAUSE_END = /[,;:]\s/g;

/** What an English synthesiser that reads ASCII can make of a text: pieces to speak one after the other. */
export function speakablePieces(text: string): string[] {
  return sentencesOf(asciiOf(text))
    .flatMap(shortPieces)
    .filter((piece) => /[a-z0-9]/i.test(piece));
}

function asciiOf(text: string): string {
  return [...text]
    .map((letter) => SPOKEN[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[*_#`~|<>\\^]/g, ' ')
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentencesOf(text: string): string[] {
  const ends = [...text.matchAll(SENTENCE_END)].map((end) => end.index + end[0].length);
  return [0, ...ends].map((start, at) => text.slice(start, ends[at]).trim());
}

function shortPieces(sentence: string): string[] {
  if (sentence.length <= LONGEST_PIECE) return [sentence];
  const room = sentence.slice(0, LONGEST_PIECE);
  const clause = [...room.matchAll(CLAUSE_END)].at(-1)?.index;
  const space = room.lastIndexOf(' ');
  const end = clause === undefined ? (space > 0 ? space : LONGEST_PIECE) : clause + 1;
  return [sentence.slice(0, end), ...shortPieces(sentence.slice(end).trim())];
}
