/** What a dictation worker is asked. A begin puts aside whatever it was listening to. */
export type DictationRequest =
  | {
      readonly kind: 'begin';
      readonly take: number;
      /** Speech over the same line, for getting used to it; the words in it do not matter. */
      readonly line: Int16Array | null;
      readonly preRoll: Int16Array;
    }
  | { readonly kind: 'audio'; readonly take: number; readonly audio: Int16Array }
  | { readonly kind: 'finish'; readonly take: number };

/** What it answers. */
export type DictationResponse =
  | { readonly kind: 'partial'; readonly take: number; readonly text: string }
  | { readonly kind: 'final'; readonly take: number; readonly text: string };
