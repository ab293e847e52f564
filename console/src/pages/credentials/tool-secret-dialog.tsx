import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { strings } from './strings.ts';

const { toolSecrets: words } = strings;
const PLAIN = { spellcheck: false, autocomplete: 'off', required: true } as const;

interface ToolSecretDialogProps {
  /** The secret to replace; null for a new one. */
  readonly secret: components['schemas']['ToolSecretEntry'] | null;
  readonly onClose: () => void;
  readonly onStored: () => void;
}

/** The form of one tool secret. Its value is never shown. */
export function ToolSecretDialog({ secret, onClose, onStored }: ToolSecretDialogProps) {
  const [name, setName] = useState(secret?.name ?? '');
  const [value, setValue] = useState('');
  const [hosts, setHosts] = useState(secret?.hosts.join(', ') ?? '');
  const store = useAction(async () => {
    const listed = hosts.split(/[,\s]+/).filter(Boolean);
    await answered(api.POST('/api/v1/tool-secrets', { body: { name, value, hosts: listed } }));
    showToast(words.stored(name));
    onStored();
    onClose();
  }, ['name', 'value', 'hosts']);
  return (
    <Dialog title={secret ? words.replace(secret.name) : words.add} onClose={onClose}>
      <Form onSubmit={() => store.run()} trouble={store.trouble}>
        <p class="soft">{words.lead}</p>
        <TextField
          {...PLAIN}
          label={words.name}
          hint={words.nameHint}
          error={store.problemOf('name')}
          value={name}
          disabled={secret !== null}
          onInput={setName}
        />
        <TextField
          {...PLAIN}
          label={words.value}
          type="password"
          error={store.problemOf('value')}
          value={value}
          onInput={setValue}
        />
        <TextField
          {...PLAIN}
          label={words.hostsLabel}
          hint={words.hostsHint}
          error={store.problemOf('hosts')}
          value={hosts}
          onInput={setHosts}
        />
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button type="submit" kind="primary" busy={store.isBusy}>
            {strings.store}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
