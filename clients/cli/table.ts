type Cell = string | number | boolean | null;

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Rows under their headings, in columns as wide as their content. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>): string {
  if (rows.length === 0) return 'There are none.';
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => Object.values(columns).map((cellOf) => shown(cellOf(row))))];
  const widths = headings.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One resource, with a line per field. */
export function fields(values: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .map(([name, value]) => `${name.padEnd(width)}  ${shown(value)}`)
    .join('\n');
}

/** Text from others, without control characters that a terminal would interpret. */
export const printable = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ');

/** Longest text of a cell that may be long. In characters. */
const CELL_MAX = 60;

/** A text that is cut for a cell. `--json` prints the whole. */
export function shortened(text: string): string {
  const characters = [...text];
  return characters.length > CELL_MAX ? `${characters.slice(0, CELL_MAX - 1).join('')}…` : text;
}

/** A moment to the second, in UTC. */
export const moment = (iso: string | null): string => iso?.replace('T', ' ').replace(/(\.\d+)?Z$/, 'Z') ?? '-';

const shown = (cell: Cell): string => (cell === null || cell === '' ? '-' : printable(String(cell)));
