import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import { invalid } from '../../domain/errors.ts';

/** A parsed text, and what says where in it something is. */
export interface PlacedValue {
  readonly value: unknown;
  /** The problems, each of which begins with a JSON pointer, with the number of its line in front. */
  placed(problems: readonly string[]): string[];
}

/** Most problems that an error lists. */
const PROBLEMS_MAX = 50;

/** Parses YAML or JSON. Throws `invalid` with the lines that are neither. */
export function parsePlaces(text: string): PlacedValue {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
    if (document.errors.length > 0)
      throw invalid(document.errors.map(({ message, pos: [at] }) => `line ${lines.linePos(at).line}: ${message}`));
    const lineOf = (pointer: string): number | null => {
      const at = offsetOf(document, pointer);
      return at === null ? null : lines.linePos(at).line;
    };
    const placed = (problem: string): string => {
      const line = lineOf(problem.split(' ', 1)[0] ?? '');
      return line === null ? problem : `line ${line}: ${problem}`;
    };
    return { value: document.toJS(), placed: (problems) => problems.slice(0, PROBLEMS_MAX).map(placed) };
  } catch (error) {
    // Too many aliases, and too many levels.
    if (error instanceof ReferenceError || error instanceof RangeError)
      throw invalid('line 1: The text is nested too deeply, or has too many aliases', { cause: error });
    throw error;
  }
}

/** Where the value of a JSON pointer begins, or the nearest one around it. */
function offsetOf(document: Document, pointer: string): number | null {
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return null;
}
