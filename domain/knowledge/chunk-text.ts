/** The text by which a chunk is found: its headings and its own text. */
export const searchableText = ({ heading, text }: { readonly heading: string | null; readonly text: string }): string =>
  heading === null ? text : `${heading}\n${text}`;
