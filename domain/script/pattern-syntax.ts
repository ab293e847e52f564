import { invalid } from '../errors.ts';
import { atomTest, withoutProperties, type PatternFlags } from './character-properties.ts';

/** Syntax tree of a regular expression. Each character test takes one code point. */
export type Syntax =
  | { readonly type: 'char'; readonly matches: (char: string) => boolean }
  | { readonly type: 'boundary'; readonly test: Boundary }
  | { readonly type: 'sequence'; readonly parts: readonly Syntax[] }
  | { readonly type: 'either'; readonly options: readonly Syntax[] }
  | { readonly type: 'group'; readonly index: number; readonly body: Syntax }
  | Repeat;

/** Whether a position lies between these characters. Undefined at the start and end of the text. */
export type Boundary = (before: string | undefined, after: string | undefined) => boolean;

export interface Repeat {
  readonly type: 'repeat';
  readonly body: Syntax;
  readonly minimum: number;
  readonly maximum: number;
  readonly greedy: boolean;
  /** Groups in the body, which are cleared at each iteration. */
  readonly groups: { readonly from: number; readonly to: number };
}

const ATOM =
  /\\u\{[^}]*\}|\\u[dD][89abAB][\dA-Fa-f]{2}\\u[dD][c-fC-F][\dA-Fa-f]{2}|\\u[\dA-Fa-f]{4}|\\x[\dA-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|./suy;
const QUANTIFIER = /([*+?]|\{\d+(?:,\d*)?\})(\??)/y;
const OPENING = /\((?:\?:|\?<(?![=!])[^>]*>)?/y;

const isWord = (char: string | undefined): boolean => char !== undefined && /\w/iu.test(char);

const BOUNDARIES: ReadonlyMap<string, Boundary> = new Map([
  ['^', (before) => before === undefined],
  ['$', (_before, after) => after === undefined],
  ['\\b', (before, after) => isWord(before) !== isWord(after)],
  ['\\B', (before, after) => isWord(before) === isWord(after)],
]);

/**
 * Parses a regular expression by code points. `RegExp` validates the syntax, so this only builds the tree. Back references, lookaround and repetition of empty matches are rejected: they cannot be matched in bounded
 * time, or differ between engines.
 */
export function parsePattern(source: string, flags: PatternFlags): { syntax: Syntax; groups: number } {
  requireValid(source, flags);
  const reader = new Reader(source, flags);
  return { syntax: reader.either(), groups: reader.groups };
}

/** Cursor in a valid source, with the number of groups opened before it. */
class Reader {
  groups = 0;
  #at = 0;
  readonly #source: string;
  readonly #flags: PatternFlags;

  constructor(source: string, flags: PatternFlags) {
    this.#source = source;
    this.#flags = flags;
  }

  either(): Syntax {
    const options = [this.#sequence()];
    while (this.#take(/\|/y)) options.push(this.#sequence());
    return { type: 'either', options };
  }

  #sequence(): Syntax {
    const parts: Syntax[] = [];
    while (this.#at < this.#source.length && !this.#isNext('|') && !this.#isNext(')')) {
      const from = this.groups + 1;
      const body = this.#isNext('(') ? this.#group() : this.#atom();
      parts.push(this.#repeated(body, from));
    }
    return { type: 'sequence', parts };
  }

  #group(): Syntax {
    const [opening] = this.#take(OPENING) ?? [''];
    if (this.#isNext('?')) throw invalid('must not use lookahead or lookbehind');
    const index = opening === '(?:' ? null : (this.groups += 1);
    const body = this.either();
    this.#take(/\)/y);
    return index === null ? body : { type: 'group', index, body };
  }

  #atom(): Syntax {
    const [raw] = this.#take(ATOM) ?? [''];
    if (raw.length <= 2) {
      if (/^\\[1-9k]/.test(raw)) throw invalid('must not use back references');
      const test = BOUNDARIES.get(raw);
      if (test) return { type: 'boundary', test };
    }
    return { type: 'char', matches: atomTest(raw, this.#flags) };
  }

  #repeated(body: Syntax, from: number): Syntax {
    const quantifier = this.#take(QUANTIFIER);
    if (!quantifier) return body;
    if (mayBeEmpty(body)) throw invalid('must not repeat a group that can match nothing');
    const [, counts = '', lazy] = quantifier;
    const groups = { from, to: this.groups };
    return { type: 'repeat', body, ...countsOf(counts), greedy: lazy === '', groups };
  }

  #isNext(char: string): boolean {
    return this.#source[this.#at] === char;
  }

  #take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#source);
    if (found) this.#at = sticky.lastIndex;
    return found;
  }
}

/** Parses a quantifier: `*`, `+`, `?`, `{2}`, `{2,}` or `{2,3}`. */
function countsOf(counts: string): { minimum: number; maximum: number } {
  if (counts === '*') return { minimum: 0, maximum: Infinity };
  if (counts === '+') return { minimum: 1, maximum: Infinity };
  if (counts === '?') return { minimum: 0, maximum: 1 };
  const [least, most] = counts.slice(1, -1).split(',');
  const minimum = Number(least);
  return { minimum, maximum: most === undefined ? minimum : most === '' ? Infinity : Number(most) };
}

function requireValid(source: string, flags: PatternFlags): RegExp {
  try {
    return new RegExp(withoutProperties(source), flags);
  } catch (cause) {
    throw invalid('must be a regular expression', { cause });
  }
}

function mayBeEmpty(syntax: Syntax): boolean {
  switch (syntax.type) {
    case 'char':
      return false;
    case 'boundary':
      return true;
    case 'sequence':
      return syntax.parts.every(mayBeEmpty);
    case 'either':
      return syntax.options.some(mayBeEmpty);
    case 'group':
      return mayBeEmpty(syntax.body);
    case 'repeat':
      return syntax.minimum === 0 || mayBeEmpty(syntax.body);
  }
}
