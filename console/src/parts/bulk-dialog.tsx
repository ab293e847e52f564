import { useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { BulkAction } from './bulk-action.ts';
import { Button } from './button.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { Progress } from './progress.tsx';
import { runEach, type Failure } from './run-each.ts';
import { sharedStrings } from './strings.ts';
import { showToast } from './toast.tsx';

interface BulkDialogProps<Row> {
  readonly action: BulkAction<Row>;
  /** The selected ones. */
  readonly rows: readonly Row[];
  readonly nameOf: (row: Row) => string;
  /** It was done, but for these rows. */
  readonly onDone: (failed: readonly Row[]) => void;
  readonly onClose: () => void;
}

/** Asks once before something is done with several rows, does it, and says with which ones it failed. */
export function BulkDialog<Row>({ action, rows, nameOf, onDone, onClose }: BulkDialogProps<Row>) {
  // Rows may leave the list while the dialog is open.
  const [targets, setTargets] = useState(() => rows.filter(action.takes));
  const [leftOut] = useState(() => rows.length - targets.length);
  const [done, setDone] = useState<number | null>(null);
  const [failures, setFailures] = useState<readonly Failure<Row>[]>([]);
  const words = sharedStrings.bulk;
  const run = async (): Promise<void> => {
    setFailures([]);
    setDone(0);
    const failed = await runEach(targets, action.run, setDone);
    setDone(null);
    onDone(failed.map(({ item }) => item));
    if (failed.length < targets.length)
      showToast(words.done(action.label, formatCount(targets.length - failed.length)));
    if (failed.length === 0) return onClose();
    setTargets(failed.map(({ item }) => item));
    setFailures(failed);
  };
  const isBusy = done !== null;
  return (
    <Dialog title={words.title(action.label, formatCount(targets.length))} onClose={() => !isBusy && onClose()}>
      <div class="stack">
        {failures.length > 0 ? (
          <Failures of={failures} nameOf={nameOf} />
        ) : (
          <>
            <p class="soft">{action.consequence}</p>
            {leftOut > 0 && <p class="soft">{words.leftOut(leftOut)}</p>}
          </>
        )}
        {isBusy && <Progress label={action.label} value={done / targets.length} />}
      </div>
      <DialogFoot>
        <Button disabled={isBusy} onPress={onClose}>
          {failures.length > 0 ? sharedStrings.close : sharedStrings.cancel}
        </Button>
        <Button kind={action.isDangerous ? 'danger' : 'primary'} busy={isBusy} onPress={() => void run()}>
          {failures.length > 0 ? sharedStrings.again : action.label}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

interface FailuresProps<Row> {
  readonly of: readonly Failure<Row>[];
  readonly nameOf: (row: Row) => string;
}

const Failures = <Row,>({ of, nameOf }: FailuresProps<Row>) => (
  <Notice kind="error">
    <p>{sharedStrings.bulk.failed(of.length)}</p>
    <ul class="bulk-failures">
      {of.map(({ item, why }) => (
        <li key={nameOf(item)}>
          {nameOf(item)}: {why}
        </li>
      ))}
    </ul>
  </Notice>
);
