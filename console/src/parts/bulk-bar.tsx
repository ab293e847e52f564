import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { BulkAction, BulkExport } from './bulk-action.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { Button } from './button.tsx';
import { sharedStrings } from './strings.ts';
import type { Selection } from './use-selection.ts';
import './bulk-bar.css';

export interface BulkBarProps<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly selection: Selection;
  readonly actions: readonly BulkAction<Row>[];
  readonly exports?: readonly BulkExport<Row>[];
  /** Something was done with some of them. */
  readonly onChange: () => void;
}

/** Above a table whose rows can be selected: how many are, and what can be done with them. */
export function BulkBar<Row>({ rows, keyOf, nameOf, selection, actions, exports = [], onChange }: BulkBarProps<Row>) {
  const [action, setAction] = useState<BulkAction<Row> | null>(null);
  const selected = rows.filter((row) => selection.keys.has(keyOf(row)));
  const isAll = selected.length === rows.length;
  const words = sharedStrings.bulk;
  const box = useMixed(selected.length > 0 && !isAll);
  useOnlyShown(selection, selected.map(keyOf));
  if (actions.length + exports.length === 0) return null;
  return (
    <div class="bulk" role="group" aria-label={words.selection}>
      <label class="check">
        <input
          type="checkbox"
          checked={isAll}
          ref={box}
          onChange={({ currentTarget }) => selection.select(rows.map(keyOf), currentTarget.checked)}
        />
        {words.all}
      </label>
      <span class="hint figure" role="status">
        {selected.length > 0 && words.selected(formatCount(selected.length))}
      </span>
      {selected.length > 0 && <BulkButtons {...{ selected, actions, exports }} onAction={setAction} />}
      {action && (
        <BulkDialog
          action={action}
          rows={selected}
          nameOf={nameOf}
          onDone={(failed) => {
            selection.replace(failed.map(keyOf));
            onChange();
          }}
          onClose={() => setAction(null)}
        />
      )}
    </div>
  );
}

/** What left the list is not selected any more: a list stands still while something is. */
function useOnlyShown({ keys, replace }: Selection, shown: readonly string[]): void {
  useEffect(() => {
    if (keys.size > shown.length) replace(shown);
  });
}

/** The box that selects all: it is neither on nor off while some are selected. */
function useMixed(isMixed: boolean): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  });
  return box;
}

interface BulkButtonsProps<Row> {
  readonly selected: readonly Row[];
  readonly actions: readonly BulkAction<Row>[];
  readonly exports: readonly BulkExport<Row>[];
  readonly onAction: (action: BulkAction<Row>) => void;
}

function BulkButtons<Row>({ selected, actions, exports, onAction }: BulkButtonsProps<Row>) {
  return (
    <>
      {exports.map(({ label, icon, save }) => (
        <Button key={label} icon={icon} onPress={() => save(selected)}>
          {label}
        </Button>
      ))}
      {actions.map((each) => (
        <Button
          key={each.label}
          kind={each.isDangerous ? 'danger' : 'plain'}
          icon={each.icon}
          disabled={!selected.some(each.takes)}
          onPress={() => onAction(each)}
        >
          {each.label}
        </Button>
      ))}
    </>
  );
}
