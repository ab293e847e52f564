import type { WordsLook } from './words-look.ts';

/** How the end of the caller's turn is found. */
export interface EndpointingSettings {
  /** `timer`: silence, level and words. `vendor`: the STT vendor, where it reports turns. `auto`: both. */
  readonly mode: 'auto' | 'timer' | 'vendor';
  /** Longest wait for the vendor's end of turn after silence, in ms. */
  readonly maxWaitMs: number;
  /** Silence after the endpointing delay for words of this look, in ms. It replaces the built-in wait. */
  readonly waits: readonly { readonly language: string; readonly look: WordsLook; readonly waitMs: number }[];
}

/**
 * Silence after the endpointing delay in which a caller continues whose words look so, in ms. The delay itself is
 * `endpointing_ms` of the STT provider (`adapters/providers/_speech/fields.ts`, of the local one `local/transcription.ts`),
 * counted in `caller-audio.ts`; `end-of-turn-due.ts` adds the wait.
 */
const WAITS_MS: Readonly<Record<WordsLook, number>> = {
  complete: 0,
  open: 0,
  incomplete: 800,
  digits: 900,
  filler: 700,
};

/**
 * Sound without new words that ends a turn, in ms, beyond the time to the next interim transcript: a pause that the sound
 * hides, and a long word after it.
 */
export const NO_NEW_WORDS_MS = 700;

/** The same in addition where nothing shows a background: the sound is probably the caller's. */
export const TRUSTED_SOUND_MS = 500;

/** The wait for words of this look, in ms: of the settings for the language, or else the built-in one. */
export function waitForLook(
  waits: EndpointingSettings['waits'] | undefined,
  look: WordsLook,
  language: string,
): number {
  const ofLook = (waits ?? []).filter((wait) => wait.look === look);
  const own =
    ofLook.find((wait) => wait.language === language) ??
    ofLook.find((wait) => wait.language === language.split('-', 1)[0]);
  return own?.waitMs ?? WAITS_MS[look];
}
