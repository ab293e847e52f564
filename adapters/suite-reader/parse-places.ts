import { isNode, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { invalid } from '../../domain/errors.ts';
import { namesIn, problemLine, type SuiteProblem } from '../../domain/rehearsal/api-suite.ts';

/** A parsed text, and what says where in it something is. */
export interface PlacedValue {
  readonly value: unknown;
  /** The problems as lines, with the number of the line of the text in front. */
  placed(problems: readonly SuiteProblem[]): string[];
}

/** Most problems that an error lists. */
const PROBLEMS_MAX = 50;

/** The parser compares each key of a map with all before it, which is slow. */
const OPTIONS = { prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
const DEPTH_MAX = 100;
/** Lists in lists on one line: `- - - a`. */
const COMPACT_DEPTH = /^[ \t]*(?:[-?:][ \t]+){20}/m;
const TOO_DEEP = 'line 1: The text is nested too deeply, or has too many aliases';

/** Parses YAML or JSON. Throws `invalid` with the lines that are neither. */
export function parsePlaces(text: string): PlacedValue {
  if (isTooDeep(text)) throw invalid(TOO_DEEP);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, { ...OPTIONS, lineCounter: lines });
    const errors = document.errors.map(({ message, pos: [at] }) => ({ message, at }));
    const faults = errors.length > 0 ? errors : repeatedKeys(document);
    if (faults.length > 0)
      throw invalid(
        faults.slice(0, PROBLEMS_MAX).map(({ message, at }) => `line ${lines.linePos(at).line}: ${message}`),
      );
    const lineOf = (pointer: string): number | null => {
      const at = offsetOf(document, pointer);
      return at === null ? null : lines.linePos(at).line;
    };
    const placed = (problem: SuiteProblem): string => {
      const line = lineOf(problem.path);
      return line === null ? problemLine(problem) : `line ${line}: ${problemLine(problem)}`;
    };
    return { value: document.toJS(), placed: (problems) => problems.slice(0, PROBLEMS_MAX).map(placed) };
  } catch (error) {
    // Too many aliases, and too many levels.
    if (error instanceof ReferenceError || error instanceof RangeError) throw invalid(TOO_DEEP, { cause: error });
    throw error;
  }
}

/**
 * Whether the parser would descend further than any suite does. It is recursive, and a full stack can end the process: V8 does
 * not survive it while it compiles a regular expression.
 */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[' || char === '{') depth += 1;
    else if ((char === ']' || char === '}') && depth > 0) depth -= 1;
    if (depth > DEPTH_MAX) return true;
  }
  return COMPACT_DEPTH.test(text);
}

const twice = (key: unknown): string => `${String(key).slice(0, 64)} is there twice: remove one of them`;

/** The keys that a map has twice. */
function repeatedKeys(document: Document): { readonly message: string; readonly at: number }[] {
  const found: { readonly message: string; readonly at: number }[] = [];
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (names.has(key.value)) found.push({ message: twice(key.value), at: key.range?.[0] ?? 0 });
        names.add(key.value);
      }
    },
  });
  return found;
}

/** Where the value of a JSON pointer begins, or the nearest one around it. */
function offsetOf(document: Document, pointer: string): number | null {
  const path = namesIn(pointer);
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return null;
}
