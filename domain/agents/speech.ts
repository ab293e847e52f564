import { AMBIENT_SOUNDS, type AmbientSoundName } from '../audio/ambient-sound.ts';
import { invalid } from '../errors.ts';
import { readChoice, readEach, readFields, readInteger, readObject, readText, required } from './json-readers.ts';
import { readLanguage } from './language.ts';

/** How the agent pronounces a term. */
export interface Pronunciation {
  /** The word or words as they are written. In lower case they match in any case, otherwise as they are. */
  readonly term: string;
  /** The term as it is spoken, in ordinary letters. */
  readonly say_as: string;
  /** The term in IPA, for voices that speak it. The others speak `say_as`. */
  readonly phonemes?: string;
  /** Language id in which the entry applies; `en` includes `en-GB`. Absent: in all. */
  readonly language?: string;
}

/** The place that the agent seems to speak from. */
interface AgentAmbientSound {
  readonly sound: AmbientSoundName;
  /** Relative to full scale. Voices speak at about -20. */
  readonly level_db: number;
}

/** How the agent's voice speaks, whichever voice it is. */
export interface AgentSpeechSettings {
  readonly pronunciations: readonly Pronunciation[];
  /**
   * Whether numbers, dates and addresses are written out for the voice: for every voice (`on`), for none, or for those that
   * do not read them well. Absent: `auto`.
   */
  readonly normalisation?: (typeof NORMALISATIONS)[number];
  /** Absent: silence under the voice and between its words. */
  readonly ambient_sound?: AgentAmbientSound;
}

const NORMALISATIONS = ['auto', 'on', 'off'] as const;

const AMBIENT_LEVEL_DB = { minimum: -70, default: -45, maximum: -30 } as const;
const PRONUNCIATIONS_MAX = 500;
const TERM_MAX = 100;
const SAY_AS_MAX = 300;
/** Letters, marks and modifiers of IPA, dots and spaces. A vendor may want `|` between phonemes. */
const IPA = /^[\p{L}\p{M}\p{Sk} .|‿]*$/u;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Parses speech settings from untyped JSON. Null when absent. */
export function parseSpeech(input: unknown): AgentSpeechSettings | null {
  const speech = readObject(input, 'speech');
  if (!speech) return null;
  const { normalisation, ambient_sound, ...others } = readFields(speech, 'speech', {
    pronunciations: () => parsePronunciations(speech['pronunciations'] ?? []),
    normalisation: () => readChoice(NORMALISATIONS, speech['normalisation'], 'speech.normalisation'),
    ambient_sound: () => parseAmbientSound(speech['ambient_sound'], 'speech.ambient_sound'),
  });
  return { ...others, ...(normalisation !== null && { normalisation }), ...(ambient_sound && { ambient_sound }) };
}

function parseAmbientSound(input: unknown, path: string): AgentAmbientSound | null {
  const given = readObject(input, path);
  if (!given) return null;
  return readFields(given, path, {
    sound: () => required(readChoice(AMBIENT_SOUNDS, given['sound'], `${path}.sound`), `${path}.sound`),
    level_db: () => readInteger(given['level_db'], `${path}.level_db`, AMBIENT_LEVEL_DB) ?? AMBIENT_LEVEL_DB.default,
  });
}

function parsePronunciations(input: unknown): readonly Pronunciation[] {
  const path = 'speech.pronunciations';
  if (!Array.isArray(input)) throw invalid(`${path} must be a list of objects`);
  if (input.length > PRONUNCIATIONS_MAX) throw invalid(`${path} must have at most ${PRONUNCIATIONS_MAX} items`);
  return readEach(input.map((item: unknown, index) => () => parsePronunciation(item, `${path}[${index}]`)));
}

function parsePronunciation(input: unknown, path: string): Pronunciation {
  const given = required(readObject(input, path), path);
  const words = (name: 'term' | 'say_as', maximum: number) => () =>
    required(termText(given[name], `${path}.${name}`, maximum), `${path}.${name}`);
  const { phonemes, language, ...entry } = readFields(given, path, {
    term: words('term', TERM_MAX),
    say_as: words('say_as', SAY_AS_MAX),
    phonemes: () => parsePhonemes(given['phonemes'], `${path}.phonemes`),
    language: () => readLanguage(given['language'], `${path}.language`),
  });
  return { ...entry, ...(phonemes !== null && { phonemes }), ...(language !== null && { language }) };
}

function termText(input: unknown, path: string, maximum: number): string | null {
  const text = boundedText(input, path, maximum);
  if (text !== null && !LETTER_OR_DIGIT.test(text)) throw invalid(`${path} must contain a letter or a digit`);
  return text?.trim() ?? null;
}

function parsePhonemes(input: unknown, path: string): string | null {
  const text = boundedText(input, path, SAY_AS_MAX);
  if (text === null) return null;
  if (!IPA.test(text) || !LETTER.test(text)) throw invalid(`${path} must be in IPA, for example ˈɛndʒɪnˈɛks`);
  return text.trim();
}

function boundedText(input: unknown, path: string, maximum: number): string | null {
  const text = readText(input, path);
  if (text !== null && [...text].length > maximum) throw invalid(`${path} must have at most ${maximum} characters`);
  return text;
}
