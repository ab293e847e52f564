/** Part of a document's content, in reading order. */
export type ContentBlock = HeadingBlock | TextBlock | ListBlock;

/** Starts a section. An empty text ends the sections of this level and of deeper ones. */
export interface HeadingBlock {
  readonly kind: 'heading';
  /** 1 is the outermost. */
  readonly level: number;
  readonly text: string;
  /** From 1. Absent where the document has no pages. */
  readonly page?: number;
}

/** Flowing text. */
export interface TextBlock {
  readonly kind: 'text';
  readonly text: string;
  /** From 1. Null where the document has no pages. */
  readonly page: number | null;
}

/** A list or a table. Each item or row is one line and makes sense alone. */
export interface ListBlock {
  readonly kind: 'list';
  readonly items: readonly string[];
}

/** A row of a table as one line that names its columns. Empty cells are left out; null when all are empty. */
export function rowLine(columns: readonly string[] | null, cells: readonly string[]): string | null {
  const named = cells.flatMap((cell, at) => {
    const column = columns?.[at] ?? '';
    return cell === '' ? [] : [column === '' ? cell : `${column}: ${cell}`];
  });
  return named.length === 0 ? null : `- ${named.join('; ')}`;
}
