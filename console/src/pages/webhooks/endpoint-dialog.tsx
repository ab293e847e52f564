import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { CheckList } from '../../parts/check-list.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { EVENT_TYPES, type Endpoint, type EventType } from './endpoint.ts';
import { ShownSecret } from './shown-secret.tsx';
import { strings } from './strings.ts';

interface EndpointDialogProps {
  /** The endpoint that is edited, or null for a new one. */
  readonly endpoint: Endpoint | null;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Adds an endpoint, and then shows its secret once; or edits one. */
export function EndpointDialog({ endpoint, onClose, onSaved }: EndpointDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const saved = (created: string | null): void => {
    onSaved();
    if (created !== null) return setSecret(created);
    showToast(strings.saved);
    onClose();
  };
  return (
    <Dialog title={endpoint === null ? strings.add : strings.edit} onClose={onClose}>
      {secret === null ? (
        <EndpointForm endpoint={endpoint} onClose={onClose} onSaved={saved} />
      ) : (
        <ShownSecret value={secret} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface EndpointFormProps extends Pick<EndpointDialogProps, 'endpoint' | 'onClose'> {
  /** It is saved; a new one with its secret. */
  readonly onSaved: (secret: string | null) => void;
}

function EndpointForm({ endpoint, onClose, onSaved }: EndpointFormProps) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState<readonly EventType[]>(endpoint?.event_types ?? []);
  const save = useAction(async () => {
    const body = { url, description, event_types: [...types] };
    if (endpoint === null) return onSaved((await answered(api.POST('/api/v1/event-endpoints', { body }))).secret);
    const params = { path: { endpoint_id: endpoint.endpoint_id } };
    await answered(api.PATCH('/api/v1/event-endpoints/{endpoint_id}', { params, body }));
    onSaved(null);
  }, ['url', 'description', 'event_types']);
  const choose = (type: string, on: boolean): void =>
    setTypes(EVENT_TYPES.filter((each) => (each === type ? on : types.includes(each))));
  return (
    <Form onSubmit={() => save.run()} trouble={save.trouble}>
      <TextField
        label={strings.url}
        hint={strings.urlHint}
        type="url"
        value={url}
        required
        maxLength={2_048}
        onInput={setUrl}
        error={save.problemOf('url')}
      />
      <TextField
        label={strings.description}
        value={description}
        optional
        maxLength={200}
        onInput={setDescription}
        error={save.problemOf('description')}
      />
      <CheckList
        label={strings.events}
        choices={EVENT_TYPES.map((value) => ({ value, label: strings.types[value], note: value }))}
        isChosen={(value) => types.some((type) => type === value)}
        onChange={choose}
        error={save.problemOf('event_types')}
      />
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button type="submit" kind="primary" busy={save.isBusy}>
          {endpoint === null ? strings.create : strings.save}
        </Button>
      </DialogFoot>
    </Form>
  );
}
