/** All texts in Hindi. */
export const messages = import.meta.glob<Readonly<Record<string, unknown>>>('./**/*.ts', {
  base: './hi',
  import: 'texts',
  eager: true,
});
