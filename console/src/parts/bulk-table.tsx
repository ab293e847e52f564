import { BulkBar, type BulkBarProps } from './bulk-bar.tsx';
import { Table, type Column } from './table.tsx';

interface BulkTableProps<Row> extends BulkBarProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
}

/** A table whose rows can be selected, below what can be done with those that are. Without actions it is a plain one. */
export const BulkTable = <Row,>({ caption, columns, ...bulk }: BulkTableProps<Row>) => (
  <>
    <BulkBar {...bulk} />
    <Table
      caption={caption}
      columns={columns}
      rows={bulk.rows}
      keyOf={bulk.keyOf}
      {...(bulk.actions.length > 0 && { rowSelection: bulk })}
    />
  </>
);
