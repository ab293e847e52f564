const PLACEHOLDER = /\{\{([\p{L}\p{M}\p{N}\p{Join_Control}_]+)\}\}/gu;

/** The names of the `{{placeholders}}` in these texts, each once, in the order of their first use. */
export const placeholdersOf = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))),
];
