import type { IconName } from './icon.tsx';

/** Something that changes several rows at once. */
export interface BulkAction<Row> {
  readonly label: string;
  readonly icon: IconName;
  readonly isDangerous?: boolean;
  /** Whether it can be done with this row. Others are left alone. */
  readonly takes: (row: Row) => boolean;
  /** What will happen, before it is done. */
  readonly consequence: string;
  readonly run: (row: Row) => Promise<unknown>;
}

/** Something that is made of several rows and changes none of them: it is done without a question. */
export interface BulkExport<Row> {
  readonly label: string;
  readonly icon: IconName;
  readonly save: (rows: readonly Row[]) => void;
}
