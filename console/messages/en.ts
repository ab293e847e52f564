/** All texts in English, which stand beside the pages. */
export const messages = import.meta.glob<Readonly<Record<string, unknown>>>('./**/*strings.ts', {
  base: '../src',
  eager: true,
});
