/** All texts in German. */
export const messages = import.meta.glob<Readonly<Record<string, unknown>>>('./**/*.ts', {
  base: './de',
  import: 'texts',
  eager: true,
});
