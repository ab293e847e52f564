import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { ShownSecret } from './shown-secret.tsx';
import { strings } from './strings.ts';

const HOURS = { standard: 24, maximum: 168 };

interface RotateDialogProps {
  readonly endpointId: string;
  readonly onClose: () => void;
  readonly onRotated: () => void;
}

/** Replaces the signing secret of an endpoint, and then shows the new one once. */
export function RotateDialog({ endpointId, onClose, onRotated }: RotateDialogProps) {
  const [hours, setHours] = useState(String(HOURS.standard));
  const [secret, setSecret] = useState<string | null>(null);
  const isValid = /^\d+$/.test(hours) && Number(hours) <= HOURS.maximum;
  const rotate = useAction(async () => {
    const params = { path: { endpoint_id: endpointId } };
    const body = { previous_valid_hours: Number(hours) };
    setSecret(
      (await answered(api.POST('/api/v1/event-endpoints/{endpoint_id}/rotate-secret', { params, body }))).secret,
    );
    onRotated();
  }, ['previous_valid_hours']);
  return (
    <Dialog title={strings.rotate} onClose={onClose}>
      {secret === null ? (
        <Form onSubmit={() => isValid && rotate.run()} trouble={rotate.trouble}>
          <TextField
            label={strings.keepHours}
            hint={strings.keepHint}
            type="number"
            min={0}
            max={HOURS.maximum}
            value={hours}
            required
            onInput={setHours}
            error={isValid ? rotate.problemOf('previous_valid_hours') : strings.keepBounds}
          />
          <DialogFoot>
            <Button onPress={onClose}>{sharedStrings.cancel}</Button>
            <Button type="submit" kind="primary" busy={rotate.isBusy}>
              {strings.rotateAction}
            </Button>
          </DialogFoot>
        </Form>
      ) : (
        <ShownSecret value={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}
