/** Number of lines of a text. */
export const lineCount = (text: string): number => text.split('\n').length;

/** Where a line of a text begins and ends. The last one for numbers beyond. Counts from 1. */
export function lineRange(text: string, line: number): readonly [from: number, to: number] {
  const lines = text.split('\n');
  const index = Math.min(Math.max(line, 1), lines.length) - 1;
  const from = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  return [from, from + (lines[index] ?? '').length];
}

/** The spaces with which the line after this place begins: those of its own line, and two more after a colon or below a dash. */
export function indentAfter(text: string, place: number): string {
  const before = text.slice(text.lastIndexOf('\n', place - 1) + 1, place);
  const spaces = before.slice(0, before.length - before.trimStart().length);
  const words = before.trim();
  const isItem = words.startsWith('- ');
  return spaces + (isItem ? '  ' : '') + (words.endsWith(':') ? '  ' : '');
}
