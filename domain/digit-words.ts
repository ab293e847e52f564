/** The digits from zero on, as they are spoken one by one. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'zero one two three four five six seven eight nine',
  de: 'null eins zwei drei vier fünf sechs sieben acht neun',
  fr: 'zéro un deux trois quatre cinq six sept huit neuf',
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve',
  it: 'zero uno due tre quattro cinque sei sette otto nove',
  pt: 'zero um dois três quatro cinco seis sete oito nove',
  nl: 'nul een twee drie vier vijf zes zeven acht negen',
};

/** Other words for digits. */
const OTHERS: readonly (readonly [word: string, digit: string])[] = [
  ['oh', '0'],
  ['zwo', '2'],
  ['meia', '6'],
];

const DIGITS: ReadonlyMap<string, string> = new Map([
  ...Object.values(WORDS).flatMap((words) => words.split(' ').map((word, digit) => [word, String(digit)] as const)),
  ...OTHERS,
]);

/** The digit that a word stands for in English, German, French, Spanish, Italian, Portuguese or Dutch. Null: none. */
export const digitOf = (word: string): string | null => DIGITS.get(word.toLowerCase()) ?? null;
