import type { CallerWord } from '../../../domain/voice/caller-word.ts';

/** Requests to a dictation worker. `begin` discards the previous utterance. */
export type DictationRequest =
  | {
      readonly kind: 'begin';
      readonly take: number;
      /** Earlier speech from the same line, to which the decoder adapts. Its words do not matter. */
      readonly line: Int16Array | null;
      readonly preRoll: Int16Array;
    }
  | { readonly kind: 'audio'; readonly take: number; readonly audio: Int16Array }
  | { readonly kind: 'finish'; readonly take: number };

/** Responses of the worker. */
export type DictationResponse =
  | { readonly kind: 'partial'; readonly take: number; readonly text: string }
  | {
      readonly kind: 'final';
      readonly take: number;
      readonly text: string;
      readonly words: readonly CallerWord[];
    };
