import type { ComponentChildren } from 'preact';
import { sharedStrings } from './strings.ts';
import { Button } from './button.tsx';
import { Dialog, DialogFoot } from './dialog.tsx';
import { Notice } from './notice.tsx';
import { useAction } from './use-action.ts';

interface ConfirmProps {
  readonly title: string;
  /** What will happen. */
  readonly children: ComponentChildren;
  /** What the button says, as in "Delete the agent". */
  readonly action: string;
  readonly danger?: boolean;
  /** Does it. The question closes when that has worked out, and says why when not. */
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export function Confirm({ title, children, action, danger = true, onConfirm, onClose }: ConfirmProps) {
  const doing = useAction(onConfirm);
  const confirm = async (): Promise<void> => {
    if (await doing.run()) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div class="stack">
        <p class="soft">{children}</p>
        {doing.trouble !== null && <Notice kind="error">{doing.trouble}</Notice>}
      </div>
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button kind={danger ? 'danger' : 'primary'} busy={doing.isBusy} onPress={() => void confirm()}>
          {action}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
