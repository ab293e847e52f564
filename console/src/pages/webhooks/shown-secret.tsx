import { Button } from '../../parts/button.tsx';
import { DialogFoot } from '../../parts/dialog.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { strings } from './strings.ts';

/** A new signing secret, for as long as the dialog is open. */
export function ShownSecret({ value, onClose }: { readonly value: string; readonly onClose: () => void }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    showToast(strings.copied);
  };
  return (
    <div class="stack">
      <p>{strings.once}</p>
      <TextField label={strings.secret} value={value} spellcheck={false} onInput={() => undefined} />
      <DialogFoot>
        <Button icon="copy" onPress={() => void copy()}>
          {strings.copy}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {sharedStrings.close}
        </Button>
      </DialogFoot>
    </div>
  );
}
