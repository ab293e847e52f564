/** What a phrase worker is asked. A seat is one caller's place at it, with the phrases that caller may say. */
export type PhraseRequest =
  | { readonly kind: 'open'; readonly seat: number; readonly phrases: readonly string[] }
  | { readonly kind: 'close'; readonly seat: number }
  | { readonly kind: 'begin'; readonly utterance: number; readonly seat: number; readonly preRoll: Int16Array }
  | { readonly kind: 'audio'; readonly utterance: number; readonly audio: Int16Array }
  | { readonly kind: 'finish'; readonly utterance: number }
  | { readonly kind: 'discard'; readonly utterance: number };

/** What it answers. */
export type PhraseResponse =
  | { readonly kind: 'opened'; readonly seat: number }
  | { readonly kind: 'unknown'; readonly seat: number; readonly word: string }
  | { readonly kind: 'partial'; readonly utterance: number; readonly text: string }
  | { readonly kind: 'final'; readonly utterance: number; readonly text: string }
  | { readonly kind: 'crowded'; readonly utterance: number };
