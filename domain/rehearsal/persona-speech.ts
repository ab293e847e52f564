import type { Draws } from '../campaigns/seeded-draws.ts';
import type { CallerAction } from './scenario.ts';
import type { SpeechManner } from './suite.ts';

const DIGIT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const DIGIT = /\d|\b(?:zero|one|two|three|four|five|six|seven|eight|nine)\b/giu;
/** A pause within speech, in ms. Longer ones end an utterance, after which the caller continues. */
const [PAUSE_MIN_MS, PAUSE_MAX_MS] = [250, 1_200];
/** Words that are lost where caller and noise are equally loud, and by how many dB that falls to a tenth. */
const [LOST_AT_0_DB, DB_TO_A_TENTH] = [0.4, 12];

/** A part of what a caller says, in the form of scenario files. */
export interface SpeechPart extends CallerAction {
  readonly says: string;
  readonly for_ms: number;
}

/** What a caller says in this manner: one part, or two with a pause between them. */
export function speechParts(text: string, manner: SpeechManner, draws: Draws): SpeechPart[] {
  const final = draws() < manner.wrong_digits ? withWrongDigit(text, draws) : text;
  const words = final.split(/\s+/u).filter((word) => word !== '');
  const pauses = draws() < manner.pauses && words.length > 2;
  if (!pauses) return [part(words, manner, draws)];
  const at = 1 + Math.floor(draws() * (words.length - 1));
  const pauseMs = Math.round(PAUSE_MIN_MS + draws() * (PAUSE_MAX_MS - PAUSE_MIN_MS));
  return [part(words.slice(0, at), manner, draws), { ...part(words.slice(at), manner, draws), wait_ms: pauseMs }];
}

function part(words: readonly string[], { words_per_minute, noise_db }: SpeechManner, draws: Draws): SpeechPart {
  const share = noise_db === null ? 0 : lostShare(noise_db);
  const recognised = share === 0 ? words : words.filter(() => draws() >= share);
  return {
    says: words.join(' '),
    for_ms: Math.round((words.length * 60_000) / words_per_minute),
    ...(recognised.length < words.length && { hears: recognised.join(' ') }),
  };
}

/** The share of words that a transcription loses at this distance of the caller from the noise. An assumption. */
export const lostShare = (noiseDb: number): number => Math.min(1, LOST_AT_0_DB * 10 ** (-noiseDb / DB_TO_A_TENTH));

/** The text with one of its digits replaced by another. Without digits it stays. */
export function withWrongDigit(text: string, draws: Draws): string {
  const found = [...text.matchAll(DIGIT)];
  const wrong = found[Math.floor(draws() * found.length)];
  if (!wrong) return text;
  const [digit] = wrong;
  const isNumeral = /\d/u.test(digit);
  const value = isNumeral ? Number(digit) : DIGIT_WORDS.indexOf(digit.toLowerCase());
  const other = (value + 1 + Math.floor(draws() * 9)) % 10;
  return `${text.slice(0, wrong.index)}${isNumeral ? other : DIGIT_WORDS[other]}${text.slice(wrong.index + digit.length)}`;
}
