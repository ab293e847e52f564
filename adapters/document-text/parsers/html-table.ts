import { rowLine, type ContentBlock } from '../../../domain/knowledge/blocks.ts';

interface Row {
  readonly cells: string[];
  /** Whether all its cells are headings. */
  isTitles: boolean;
}

/** A table while its page is visited. It has no other table within. */
export class HtmlTable {
  readonly #rows: Row[] = [];
  /** Text beside the cells, such as a caption. */
  readonly #captions: string[] = [];
  #isInCell = false;
  #isClosed = false;

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Takes the text before an element and returns how it continues. */
  enter(name: string, text: string): string {
    if (name !== 'tr' && name !== 'td' && name !== 'th') return withBreak(name, text);
    if (!this.#isInCell && text.trim() !== '') this.#captions.push(text.trim());
    if (name === 'tr' || this.#rows.length === 0) this.#rows.push({ cells: [], isTitles: true });
    const row = this.#rows.at(-1);
    if (row && name === 'td') row.isTitles = false;
    this.#isInCell = name !== 'tr';
    return '';
  }

  /** Takes the text before the end of an element and returns how it continues. */
  leave(name: string, text: string): string {
    if (name === 'table') this.#isClosed = true;
    if (!this.#isInCell || (name !== 'td' && name !== 'th')) return withBreak(name, text);
    this.#isInCell = false;
    this.#rows.at(-1)?.cells.push(text.replace(/\s+/gu, ' ').trim());
    return '';
  }

  /** The rows as lines. A table of one column is text. */
  blocks(): ContentBlock[] {
    const rows = this.#rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
    const width = Math.max(0, ...rows.slice(0, SAMPLE).map(({ cells }) => cells.length));
    const beside = this.#captions.map(paragraph);
    if (width <= 1) return [...beside, ...rows.flatMap(({ cells }) => cells.map(paragraph))];
    const titles = titlesOf(rows, width);
    const body = titles === null || rows.length === 1 ? rows : rows.slice(1);
    const lines = body.flatMap(({ cells }) => (titles === null ? plainLine(cells) : rowLine(titles, cells)) ?? []);
    return [...beside, { kind: 'list', items: lines }];
  }
}

const paragraph = (text: string): ContentBlock => ({ kind: 'text', text, page: null });

/** Rows that are looked at to see how wide a table is. */
const SAMPLE = 1_000;
const BREAKS = new Set(['p', 'div', 'li', 'tr']);

const withBreak = (name: string, text: string): string => (BREAKS.has(name) ? `${text} ` : text);

/**
 * The titles of the columns: the first row where it consists of headings, or, in a table of three columns or more, where
 * it has no numbers and no cell twice. Null when the table has none.
 */
function titlesOf(rows: readonly Row[], width: number): readonly string[] | null {
  const [first] = rows;
  if (!first || rows.length === 1) return null;
  if (first.isTitles) return first.cells;
  const { cells } = first;
  const isLike = width > 2 && cells.length === width && cells.every((cell) => cell !== '' && !/\p{N}/u.test(cell));
  return isLike && new Set(cells).size === width ? cells : null;
}

/** A row of a table without titles: the first cell says what it is about. */
function plainLine([first = '', ...rest]: readonly string[]): string | null {
  const others = rest.filter((cell) => cell !== '').join('; ');
  return others === '' || first === '' ? rowLine(null, [first, others]) : `- ${first}: ${others}`;
}
