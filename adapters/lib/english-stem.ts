/** Words that are shorter have no endings. */
const SHORTEST = 3;
const VOWELS = 'aeiou';

/** Endings and what stands for them, `ending:replacement`, the longest first. */
const rules = (list: string): (readonly [ending: string, replacement: string])[] =>
  list
    .split(' ')
    .map((rule) => rule.split(':') as [string, string])
    .toSorted(([a], [b]) => b.length - a.length);

const PLURALS = rules('sses:ss ies:i ss:ss s:');
const DERIVATIONS = rules(
  'ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e ousli:ous ization:ize ation:ate ' +
    'ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble logi:log',
);
const QUALITIES = rules('icate:ic ative: alize:al iciti:ic ical:ic ful: ness:');
const SUFFIXES = rules(
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ion: ou: ism: ate: iti: ous: ive: ize:',
);

/**
 * The stem of an English word in lower-case letters, by Martin Porter's algorithm of 1980: related words have the same,
 * such as `organise` and `organisation`.
 */
export function englishStem(word: string): string {
  if (word.length < SHORTEST) return word;
  let stem = withoutPast(replaced(word, PLURALS, -1));
  if (stem.endsWith('y') && hasVowel(stem.slice(0, -1))) stem = `${stem.slice(0, -1)}i`;
  stem = replaced(replaced(stem, DERIVATIONS, 0), QUALITIES, 0);
  const isKept = stem.endsWith('ion') && !'st'.includes(stem.at(-4)!);
  return withoutLast(isKept ? stem : replaced(stem, SUFFIXES, 1));
}

/** Without a last `e` or one of two `l`, unless a short word would be left. */
function withoutLast(word: string): string {
  const rest = word.slice(0, -1);
  const syllables = measure(rest);
  if (word.endsWith('e') && (syllables > 1 || (syllables === 1 && !endsShort(rest)))) return rest;
  return word.endsWith('ll') && measure(word) > 1 ? rest : word;
}

/** With the longest ending that it has replaced, if the rest has more syllables than `least`. */
function replaced(word: string, endings: ReturnType<typeof rules>, least: number): string {
  const rule = endings.find(([ending]) => word.endsWith(ending));
  if (rule === undefined) return word;
  const [ending, replacement] = rule;
  const stem = word.slice(0, word.length - ending.length) + replacement;
  return measure(word.slice(0, word.length - ending.length)) > least ? stem : word;
}

/** Without `ed` and `ing`. */
function withoutPast(word: string): string {
  if (word.endsWith('eed')) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find((each) => word.endsWith(each)) ?? '';
  const stem = word.slice(0, word.length - ending.length);
  return ending !== '' && hasVowel(stem) ? asBefore(stem) : word;
}

/** As a word was before `ed` or `ing` was added: `hopp` becomes `hop`, and `hop` `hope`. */
function asBefore(stem: string): string {
  if (['at', 'bl', 'iz'].some((each) => stem.endsWith(each))) return `${stem}e`;
  const last = stem.at(-1)!;
  const isDouble = last === stem.at(-2) && isConsonant(stem, stem.length - 1);
  if (isDouble) return 'lsz'.includes(last) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

const isConsonant = (word: string, at: number): boolean =>
  word[at] === 'y' ? at === 0 || !isConsonant(word, at - 1) : !VOWELS.includes(word[at]!);

/** How often a vowel is followed by a consonant. */
function measure(word: string): number {
  let [count, wasVowel] = [0, false];
  for (let at = 0; at < word.length; at += 1) {
    const isVowel = !isConsonant(word, at);
    if (wasVowel && !isVowel) count += 1;
    wasVowel = isVowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at += 1) if (!isConsonant(word, at)) return true;
  return false;
}

/** Whether it ends as `hop`: consonant, vowel, and a consonant that is not w, x or y. */
function endsShort(word: string): boolean {
  const end = word.length - 1;
  return (
    end >= 2 &&
    isConsonant(word, end) &&
    !isConsonant(word, end - 1) &&
    isConsonant(word, end - 2) &&
    !'wxy'.includes(word[end]!)
  );
}
