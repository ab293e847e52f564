import type { ComponentChildren } from 'preact';
import { openRow } from './open-row.ts';
import './table.css';

export interface Column<Row> {
  /** What stands above it; nothing above buttons. */
  readonly label: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand at the end. */
  readonly align?: 'end';
  /** On a phone it stands beside the title of the card, without its label. */
  readonly isInCorner?: boolean;
}

interface TableProps<Row> {
  /** Caption of the table for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/**
 * Rows under labels; on a phone every row is a card whose first cell is its title. A row with a link of the class
 * `row-link` opens it wherever it is pressed.
 */
export const Table = <Row,>({ caption, columns, rows, keyOf }: TableProps<Row>) => (
  <div class="table-frame card">
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, align }) => (
            <th key={label} scope="col" class={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} onClick={openRow}>
            {columns.map(({ label, cell, align, isInCorner = false }) => (
              <td key={label} class={isInCorner ? 'corner' : align} data-label={label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
