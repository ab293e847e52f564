import type { CallerWord } from '../../../domain/voice/caller-word.ts';

/** Requests to a phrase worker. A seat is one caller with its phrases. */
export type PhraseRequest =
  | { readonly kind: 'open'; readonly seat: number; readonly phrases: readonly string[] }
  | { readonly kind: 'close'; readonly seat: number }
  | { readonly kind: 'begin'; readonly utterance: number; readonly seat: number; readonly preRoll: Int16Array }
  | { readonly kind: 'audio'; readonly utterance: number; readonly audio: Int16Array }
  | { readonly kind: 'finish'; readonly utterance: number }
  | { readonly kind: 'discard'; readonly utterance: number };

/** Responses of the worker. */
export type PhraseResponse =
  | { readonly kind: 'opened'; readonly seat: number }
  | { readonly kind: 'unknown'; readonly seat: number; readonly word: string }
  | { readonly kind: 'partial'; readonly utterance: number; readonly text: string }
  | {
      readonly kind: 'final';
      readonly utterance: number;
      readonly text: string;
      readonly words: readonly CallerWord[];
    }
  | { readonly kind: 'crowded'; readonly utterance: number };
