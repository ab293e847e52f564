import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Notice } from '../../parts/notice.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { canaryStrings as strings } from './canary-strings.ts';
import { shareIn } from './canary.ts';

interface CanaryDialogProps {
  readonly agentId: string;
  /** What is tried. */
  readonly of: { readonly version: number } | { readonly expected_revision: string };
  readonly onClose: () => void;
  readonly onDone: () => void;
}

const SHARE = '20';
/** Most characters of a note. */
const NOTE_MAX = 500;

/** Asks for the share of a canary, and starts it. */
export function CanaryDialog({ agentId, of, onClose, onDone }: CanaryDialogProps) {
  const [share, setShare] = useState(SHARE);
  const [note, setNote] = useState('');
  const percent = shareIn(share);
  const starting = useAction(async () => {
    const body = { ...of, share_percent: percent ?? 0, ...(note.trim() !== '' && { note }) };
    await answered(api.POST('/api/v1/agents/{agent_id}/canary', { params: { path: { agent_id: agentId } }, body }));
    showToast(strings.started);
    onDone();
  });
  return (
    <Dialog title={'version' in of ? strings.startOf(of.version) : strings.startTitle} onClose={onClose}>
      <div class="stack">
        <p class="soft">{strings.startLead}</p>
        {starting.trouble !== null && <Notice kind="error">{starting.trouble}</Notice>}
        <TextField
          label={strings.share}
          hint={strings.shareHint}
          type="number"
          min={1}
          max={90}
          value={share}
          onInput={setShare}
        />
        <TextField optional label={strings.note} value={note} onInput={setNote} maxLength={NOTE_MAX} />
      </div>
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button kind="primary" busy={starting.isBusy} disabled={percent === null} onPress={() => void starting.run()}>
          {strings.start}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
