/** All texts in Spanish. */
export const messages = import.meta.glob<Readonly<Record<string, unknown>>>('./**/*.ts', {
  base: './es',
  import: 'texts',
  eager: true,
});
