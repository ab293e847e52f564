/** An interval of audio, in samples. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** End of a word: its character offset in the text and its sample in the audio. */
export interface WordEnd {
  readonly reached: number;
  readonly at: number;
}

/** A word of a text and its relative duration. */
interface Word {
  readonly reached: number;
  readonly weight: number;
  /** Relative duration of the punctuation after it, if no silence was found there. Null without punctuation. */
  readonly pause: number | null;
}

/** Words spoken in an interval of the audio. */
interface Run extends Stretch {
  readonly words: readonly Word[];
}

/** Splits text into words and what stands between them, also in scripts without spaces. */
export const WORD_SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'word' });
const LETTERS = /[\p{L}\p{M}]/gu;
/** Digits, and symbols that are read as a word. */
const READ_OUT = /[\p{N}\p{Sc}%&@+=°]/gu;
const SYLLABLES = /[aeiouy]+/giu;
const SILENT_E = /(?<=[^aeiouy])e$/iu;
const CLAUSE_ENDS = /[,;:،、，；：]/u;
const SENTENCE_ENDS = /[.!?…।。！？]/u;

/** Fitted to half the texts of two voices with known word timings: Flite's slt and eSpeak NG's en-us. */
const WEIGHT = { word: 0.2, letter: 0.71, syllable: 0.76, readOut: 5.76, clause: 4, sentence: 8 } as const;
/** Cost of matching a silence with no punctuation, relative to its length, and of punctuation without a silence. */
const STRAY_SILENCE = 1.35;
const SILENT_PUNCTUATION_SECONDS = 0.134;

/**
 * Estimates when each word of a text ends that is spoken in this interval. Matches silences with punctuation. Between
 * them, words take time by their letters, syllables and digits. `silences` lie within the interval, in order.
 */
export function wordEnds(
  text: string,
  sound: Stretch,
  { silences, sampleRate }: { readonly silences: readonly Stretch[]; readonly sampleRate: number },
): WordEnd[] {
  return runsOf(wordsOf(text), sound, silences, SILENT_PUNCTUATION_SECONDS * sampleRate).flatMap(endsIn);
}

function wordsOf(text: string): Word[] {
  const words: { reached: number; weight: number; pause: number | null }[] = [];
  let readOutBefore = 0;
  for (const { segment, index, isWordLike = false } of WORD_SEGMENTER.segment(text)) {
    const readOut = (segment.match(READ_OUT)?.length ?? 0) * WEIGHT.readOut;
    if (isWordLike) {
      const weight = readOutBefore + readOut + weightOf(segment);
      words.push({ reached: index + segment.length, weight, pause: null });
      readOutBefore = 0;
      continue;
    }
    readOutBefore += readOut;
    const last = words.at(-1);
    if (last) last.pause ??= pauseAt(segment);
  }
  return words;
}

function weightOf(word: string): number {
  const letters = word.match(LETTERS)?.length ?? 0;
  const isSpelled = letters > 1 && word === word.toUpperCase() && word !== word.toLowerCase();
  const vowels = word.normalize('NFD').replace(/\p{M}/gu, '').replace(SILENT_E, '').match(SYLLABLES)?.length ?? 0;
  const syllables = isSpelled ? letters : Math.max(vowels, Math.sign(letters));
  return WEIGHT.word + WEIGHT.letter * letters + WEIGHT.syllable * syllables;
}

function pauseAt(between: string): number | null {
  if (SENTENCE_ENDS.test(between)) return WEIGHT.sentence;
  return CLAUSE_ENDS.test(between) ? WEIGHT.clause : null;
}

/** The words between silences that match punctuation. */
function runsOf(words: readonly Word[], sound: Stretch, silences: readonly Stretch[], unmatched: number): Run[] {
  const runs: Run[] = [];
  let [from, first] = [sound.from, 0];
  for (const { silence, word } of matches(words, sound, silences, unmatched)) {
    runs.push({ from, to: silence.from, words: words.slice(first, word + 1) });
    [from, first] = [silence.to, word + 1];
  }
  return [...runs, { from, to: sound.to, words: words.slice(first) }];
}

function endsIn({ from, to, words }: Run): WordEnd[] {
  const total = words.reduce(
    (sum, { weight, pause }, at) => sum + weight + (at + 1 < words.length ? (pause ?? 0) : 0),
    0,
  );
  let weightSoFar = 0;
  return words.map(({ reached, weight, pause }) => {
    weightSoFar += weight;
    const at = from + ((to - from) * weightSoFar) / total;
    weightSoFar += pause ?? 0;
    return { reached, at };
  });
}

interface Match {
  readonly silence: Stretch;
  /** The word before it. */
  readonly word: number;
}

interface Path {
  readonly cost: number;
  readonly last: { readonly match: Match; readonly before: Path } | null;
}

/** Matches silences with punctuation: the cheapest pairs that keep their order. Positions count sound, not silence. */
function matches(words: readonly Word[], sound: Stretch, silences: readonly Stretch[], unmatched: number): Match[] {
  const speechLength = sound.to - sound.from - silences.reduce((sum, each) => sum + lengthOf(each), 0);
  const expected = expectedEnds(words, speechLength);
  let paths: Path[] = [{ cost: 0, last: null }];
  for (let skipped = 0; skipped < expected.length; skipped += 1) paths.push(paid(paths.at(-1) as Path, unmatched));
  let silent = 0;
  for (const silence of silences) {
    const place = silence.from - sound.from - silent;
    silent += lengthOf(silence);
    const next = [paid(paths[0] as Path, STRAY_SILENCE * lengthOf(silence))];
    for (const [at, { word, end }] of expected.entries()) {
      const [before, same, left] = [paths[at], paths[at + 1], next[at]] as [Path, Path, Path];
      const matched = { cost: before.cost + Math.abs(place - end), last: { match: { silence, word }, before } };
      const stray = paid(same, STRAY_SILENCE * lengthOf(silence));
      next.push(
        [matched, stray, paid(left, unmatched)].reduce((best, other) => (other.cost < best.cost ? other : best)),
      );
    }
    paths = next;
  }
  const found: Match[] = [];
  for (let path = paths.at(-1) as Path; path.last; path = path.last.before) found.push(path.last.match);
  return found.toReversed();
}

const paid = ({ cost, last }: Path, more: number): Path => ({ cost: cost + more, last });
const lengthOf = ({ from, to }: Stretch): number => to - from;

/** Expected positions of the words before punctuation, except the last word. */
function expectedEnds(words: readonly Word[], speechLength: number): { readonly word: number; readonly end: number }[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  let weightSoFar = 0;
  return words.flatMap(({ weight, pause }, word) => {
    weightSoFar += weight;
    return pause === null || word + 1 === words.length ? [] : [{ word, end: (speechLength * weightSoFar) / total }];
  });
}
