const SPELLED_OUT: Readonly<Record<string, string>> = {
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

/** Maximum length of a segment, about ten seconds of speech, which limits the latency of the first audio. */
const SEGMENT_MAX = 200;
const SENTENCE_END = /(?<!\b(?:Mr|Mrs|Ms|Dr|St|No|[A-Z]))(?<![.!?])[.!?]+["')\]]*\s+(?=["'([]*[A-Z0-9])/g;
const CLAUSE_END = /[,;:]\s/g;

/** Splits a text into ASCII segments for an English synthesiser. */
export function asciiSegments(text: string): string[] {
  return sentencesOf(asciiOf(text))
    .flatMap(shortSegments)
    .filter((segment) => /[a-z0-9]/i.test(segment));
}

function asciiOf(text: string): string {
  return [...text]
    .map((letter) => SPELLED_OUT[letter] ?? letter)
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

function shortSegments(sentence: string): string[] {
  if (sentence.length <= SEGMENT_MAX) return [sentence];
  const head = sentence.slice(0, SEGMENT_MAX);
  const clause = [...head.matchAll(CLAUSE_END)].at(-1)?.index;
  const space = head.lastIndexOf(' ');
  const end = clause === undefined ? (space > 0 ? space : SEGMENT_MAX) : clause + 1;
  return [sentence.slice(0, end), ...shortSegments(sentence.slice(end).trim())];
}
