import { asks, isInterrogative, topicWords, wordsIn } from './question-words.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').flatMap(wordsIn));

/** Words besides interrogatives with which a question begins, also within a sentence, in Latin script. */
const ASKING_INSIDE = words('if whether can could do does did ob kann können gibt si se');

/** Words with which a clause of Hindi ends: its verb is the last word. And “that”, behind which another one begins. */
const CLAUSE_ENDS = words('है हैं हूँ हो था थी थे थीं कि बताएं बताओ बताना सुनो');
/** The same by their endings: what the speaker may do, the future, and polite requests. */
const SUBJUNCTIVE = /(?:ऊ|ू)ं$/u;
const FUTURE = /(?:(?:ऊं|ूं)(?:गा|गी)|(?:ए|े|एं|ें)(?:गा|गी|गे)|(?:ओ|ो)(?:गे|गी))$/u;
const REQUEST = /.{2}(?:इ|ि)(?:ए|ये)$/u;
const LATIN = /^\p{Script=Latin}/u;
/** Words of another language in a row that are more than a name within a clause. */
const OTHER_WORDS = 3;
/** Other words with these endings. */
const NO_VERBS = words('इसलिए जिसलिए किसलिए इसीलिए गेहूं क्यूं');

/** What comes before a question in scripts without spaces: words that say that one asks, in Chinese, Japanese and Thai. */
const ASKS_NEXT =
  /[请請][问問](?:一下)?|[想要][问問](?:[问問]|一下)?|[问問]一下|[想要]?知道|[想要]?了解一下|告[诉訴]我|[说說]一下|[帮幫]我[查看问問](?:一下|看)?|ですが|ますが|けれど|けど|(?:ถาม|ทราบ|รู้)ว่า/gu;
/** And a statement of the speaker about himself, as “I call for my wife”. */
const ABOUT_SPEAKER = /[我咱][们們]?[^。，；！？\s]{2,20}?[的了]/gu;

/**
 * The end of the text that asks about this number of words or more, however the text begins. Empty where there is none, or
 * where nothing comes before it.
 */
export function askingEnd(text: string, least: number): string {
  const all = wordsIn(text);
  const begin = [beginInLatin(all, least), beginInHindi(all, least)].find((each) => each > 0);
  return begin === undefined ? unspacedEnd(text, least) : all.slice(begin).join(' ');
}

const hasEnough = (all: readonly string[], begin: number, least: number): boolean =>
  topicWords(all.slice(begin).join(' ')).length >= least;

/** A question begins with the word that asks. -1: there is none. */
function beginInLatin(all: readonly string[], least: number): number {
  const asksAt = (word: string): boolean => ASKING_INSIDE.has(word) || (isInterrogative(word) && LATIN.test(word));
  return all.findLastIndex((word, at) => asksAt(word) && hasEnough(all, at, least));
}

/** The word that asks is anywhere in its clause, which begins behind the end of the one before. -1: there is none. */
function beginInHindi(all: readonly string[], least: number): number {
  const asking = all.findLastIndex((word) => isInterrogative(word) && /^\p{Script=Devanagari}/u.test(word));
  const before = all.slice(0, Math.max(0, asking));
  return before.findLastIndex((_, at) => endsClause(before, at) && hasEnough(all, at + 1, least)) + 1 || -1;
}

/** Whether a clause of Hindi, or words of another language, end at this place. */
function endsClause(all: readonly string[], at: number): boolean {
  const word = all[at]!;
  const isVerb = [SUBJUNCTIVE, FUTURE, REQUEST].some((ending) => ending.test(word)) && !NO_VERBS.has(word);
  if (isVerb || CLAUSE_ENDS.has(word)) return true;
  const others = all.slice(Math.max(0, at + 1 - OTHER_WORDS), at + 1);
  return others.length === OTHER_WORDS && others.every((each) => LATIN.test(each));
}

/** The rest behind the last words that announce a question, if it asks. */
function unspacedEnd(text: string, least: number): string {
  // A word has about two characters.
  const isEnough = (rest: string): boolean => asks(rest) && topicWords(rest).join('').length >= 2 * least;
  for (const announcing of [ASKS_NEXT, ABOUT_SPEAKER]) {
    const rests = [...text.matchAll(announcing)].map(({ index, 0: found }) => text.slice(index + found.length));
    const last = rests.findLast(isEnough);
    if (last !== undefined) return last;
  }
  return '';
}
