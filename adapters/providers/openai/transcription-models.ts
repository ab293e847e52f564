import { ANY_LANGUAGE } from '../language-codes.ts';

/** Whether a model takes lists of possible languages and of keywords, and refuses a single language. */
const takesLists = (model: string): boolean =>
  model.startsWith('gpt-transcribe') || model.startsWith('gpt-live-transcribe');

/** Whether a model transcribes while the caller speaks; the others take an utterance as a whole. */
export const isLive = (model: string): boolean => /^gpt-(live|realtime)/.test(model);

/** Whether a model takes a prompt. source: the openai package, `AudioTranscription.prompt` */
export const takesPrompt = (model: string): boolean => !model.startsWith('gpt-realtime-whisper');

export interface TranscriptionHints {
  /** The vendor's code of the language, or `auto`. */
  readonly code: string;
  readonly keyterms: readonly string[];
  readonly prompt: string;
  readonly delay: string | undefined;
}

/**
 * A model and its hints in the fields that this model takes, without the hints that it takes in none. There is never
 * both `language` and `languages`, and no list is empty, as the vendor refuses both.
 *
 * source: the openai package, `AudioTranscription`, and LiveKit's OpenAI plugin, `_transcription`
 */
export function transcriptionFields(
  model: string,
  { code, keyterms, prompt, delay }: TranscriptionHints,
): Readonly<Record<string, string | readonly string[]>> {
  const isListed = takesLists(model);
  return {
    model,
    ...(code !== ANY_LANGUAGE && (isListed ? { languages: [code] } : { language: code })),
    ...(isListed && keyterms.length > 0 && { keywords: keyterms }),
    ...(prompt !== '' && takesPrompt(model) && { prompt }),
    ...(delay !== undefined && isLive(model) && { delay }),
  };
}

/** The same for a form, where the name of a list ends in brackets. */
export const formFields: typeof transcriptionFields = (model, hints) =>
  Object.fromEntries(
    Object.entries(transcriptionFields(model, hints)).map(([name, value]) => [
      typeof value === 'string' ? name : `${name}[]`,
      value,
    ]),
  );
