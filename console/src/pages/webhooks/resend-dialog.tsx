import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { strings } from './strings.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

interface ResendDialogProps {
  readonly endpointId: string;
  readonly onClose: () => void;
  readonly onResent: () => void;
}

/** Sends the parked events since a time again, part after part. */
export function ResendDialog({ endpointId, onClose, onResent }: ResendDialogProps) {
  const [since, setSince] = useState(localTime(new Date(Date.now() - DAY_MS)));
  const resend = useAction(async () => {
    showToast(strings.resentMany(await resendAll(endpointId, new Date(since))));
    onResent();
    onClose();
  }, ['from']);
  return (
    <Dialog title={strings.resendTitle} onClose={onClose}>
      <Form onSubmit={() => resend.run()} trouble={resend.trouble}>
        <p class="soft">{strings.resendConsequence}</p>
        <TextField
          label={strings.since}
          type="datetime-local"
          value={since}
          required
          onInput={setSince}
          error={resend.problemOf('from')}
        />
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button type="submit" kind="primary" busy={resend.isBusy}>
            {strings.resend}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}

/** Sends events of a time that ends now. Otherwise it would grow while its parts are sent. */
async function resendAll(endpointId: string, since: Date): Promise<number> {
  const to = new Date().toISOString();
  const params = { path: { endpoint_id: endpointId } };
  let resent = 0;
  for (let from: string | null = since.toISOString(); from !== null;) {
    const part: { resent: number; next_from: string | null } = await answered(
      api.POST('/api/v1/event-endpoints/{endpoint_id}/resend', { params, body: { from, to, states: ['parked'] } }),
    );
    resent += part.resent;
    from = part.next_from;
  }
  return resent;
}

/** A moment as the field takes it: in the reader's time zone, to the minute. */
const localTime = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
