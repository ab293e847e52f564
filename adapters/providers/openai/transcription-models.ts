import { ANY_LANGUAGE } from '../language-codes.ts';

/** Whether a model takes lists of languages and keywords instead of a single language. */
const takesLists = (model: string): boolean =>
  model.startsWith('gpt-transcribe') || model.startsWith('gpt-live-transcribe');

/** Whether a model transcribes while the caller speaks. The others take whole utterances. */
export const isLive = (model: string): boolean => /^gpt-(live|realtime)/.test(model);

/** Whether a model can end turns in a live session. The live models cannot. source: OpenAI's guide to realtime VAD */
export const endsTurnsLive = (model: string): boolean => model.startsWith('gpt-transcribe');

/** Whether a model takes a prompt. source: the openai package, `AudioTranscription.prompt` */
export const takesPrompt = (model: string): boolean => !model.startsWith('gpt-realtime-whisper');

export interface TranscriptionHints {
  /** The vendor's language code, or `auto`. */
  readonly code: string;
  readonly keyterms: readonly string[];
  readonly prompt: string;
  readonly delay: string | undefined;
}

/**
 * A model and the hints it supports, in its own fields. Never both `language` and `languages`, and no empty list,
 * because the vendor refuses both. source: the openai package, `AudioTranscription`, and LiveKit's OpenAI plugin,
 * `_transcription`
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

/** The same as form fields, where the name of a list ends in brackets. */
export const formFields: typeof transcriptionFields = (model, hints) =>
  Object.fromEntries(
    Object.entries(transcriptionFields(model, hints)).map(([name, value]) => [
      typeof value === 'string' ? name : `${name}[]`,
      value,
    ]),
  );
