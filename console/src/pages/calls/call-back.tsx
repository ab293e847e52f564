import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { callBackStrings as words } from './call-back-strings.ts';

/** Offers to call the person on a call of the telephone back. */
export function CallBack({ callId }: { readonly callId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="phone" onPress={() => setOpen(true)}>
        {words.action}
      </Button>
      {isOpen && <CallBackDialog callId={callId} onClose={() => setOpen(false)} />}
    </>
  );
}

function CallBackDialog({ callId, onClose }: { readonly callId: string; readonly onClose: () => void }) {
  const [day, setDay] = useState('tomorrow');
  const [time, setTime] = useState('');
  const [timezone, setTimezone] = useState('');
  const [note, setNote] = useState('');
  const scheduling = useAction(async () => {
    const body = { day, time, ...(timezone !== '' && { timezone }), ...(note !== '' && { note }) };
    const params = { path: { call_id: callId } };
    const callback = await answered(api.POST('/api/v1/calls/{call_id}/callback', { params, body }));
    showToast(words.agreed(callback.time_in_words));
    onClose();
  });
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Form onSubmit={() => void scheduling.run()} trouble={scheduling.trouble}>
        <TextField label={words.day} hint={words.dayHint} value={day} onInput={setDay} autocomplete="off" required />
        <TextField
          label={words.time}
          hint={words.timeHint}
          value={time}
          onInput={setTime}
          autocomplete="off"
          required
        />
        <TextField
          label={words.zone}
          hint={words.zoneHint}
          value={timezone}
          onInput={setTimezone}
          autocomplete="off"
          optional
        />
        <TextField
          label={words.note}
          hint={words.noteHint}
          value={note}
          onInput={setNote}
          autocomplete="off"
          optional
        />
        <div class="row">
          <Button kind="primary" type="submit" busy={scheduling.isBusy}>
            {words.action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
