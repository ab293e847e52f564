import type { ComponentChildren } from 'preact';
import { openRow } from './open-row.ts';
import { sharedStrings } from './strings.ts';
import type { Selection } from './use-selection.ts';
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
  /** Given, rows can be selected. */
  readonly rowSelection?: RowSelection<Row> | undefined;
}

export interface RowSelection<Row> {
  readonly selection: Selection;
  readonly nameOf: (row: Row) => string;
}

/**
 * Rows under labels; on a phone every row is a card whose first cell is its title. A row with a link of the class
 * `row-link` opens it wherever it is pressed.
 */
export const Table = <Row,>({ caption, columns, rows, keyOf, rowSelection }: TableProps<Row>) => (
  <div class="table-frame card">
    <table class="table">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, align }) =>
            label === '' ? (
              <td key={label} />
            ) : (
              <th key={label} scope="col" class={align}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} onClick={openRow}>
            {columns.map(({ label, cell, align, isInCorner = false }, at) => (
              <td key={label} class={isInCorner ? 'corner' : align} data-label={label}>
                {at === 0 && rowSelection ? (
                  <Picked row={row} keyOf={keyOf} {...rowSelection}>
                    {cell(row)}
                  </Picked>
                ) : (
                  cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface PickedProps<Row> extends RowSelection<Row> {
  readonly row: Row;
  readonly keyOf: (row: Row) => string;
  readonly children: ComponentChildren;
}

/** The title of a row, after the box that selects it. */
const Picked = <Row,>({ row, keyOf, selection, nameOf, children }: PickedProps<Row>) => (
  <span class="picked">
    <label class="pick">
      <input
        type="checkbox"
        aria-label={sharedStrings.bulk.pick(nameOf(row))}
        checked={selection.keys.has(keyOf(row))}
        onChange={({ currentTarget }) => selection.select([keyOf(row)], currentTarget.checked)}
      />
    </label>
    {children}
  </span>
);
