import { useState } from 'preact/hooks';
import { answered, api, type components } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { CheckList } from '../../parts/check-list.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { rights } from '../../session.ts';
import { strings } from './strings.ts';

const { apiKeys: words } = strings;
type Scope = components['schemas']['ApiKeyScope'];

const SCOPES = Object.keys(words.scope) as Scope[];

interface ApiKeyDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** Creates an API key and then shows it, once. */
export function ApiKeyDialog({ onClose, onCreated }: ApiKeyDialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const show = (created: string): void => {
    setKey(created);
    onCreated();
  };
  return (
    <Dialog title={words.add} onClose={onClose}>
      {key === null ? <NewKeyForm onClose={onClose} onCreated={show} /> : <CreatedKey value={key} onClose={onClose} />}
    </Dialog>
  );
}

function NewKeyForm({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [expires, setExpires] = useState('');
  const create = useAction(async () => {
    const end = expires === '' ? null : new Date(expires).toISOString();
    const body = { name, scopes: [...scopes], expires_at: end };
    onCreated((await answered(api.POST('/api/v1/api-keys', { body }))).key);
  }, ['name', 'scopes', 'expires_at']);
  const choose = (scope: string, on: boolean): void =>
    setScopes(SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))));
  return (
    <Form onSubmit={() => create.run()} trouble={create.trouble}>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={name}
        required
        maxLength={100}
        onInput={setName}
        error={create.problemOf('name')}
      />
      <CheckList
        label={words.scopes}
        choices={SCOPES.filter(isGrantable).map((value) => ({ value, label: words.scope[value], note: value }))}
        isChosen={(value) => scopes.some((scope) => scope === value)}
        onChange={choose}
        error={create.problemOf('scopes')}
      />
      <TextField
        label={words.expires}
        hint={words.expiresHint}
        type="datetime-local"
        value={expires}
        optional
        onInput={setExpires}
        error={create.problemOf('expires_at')}
      />
      <DialogFoot>
        <Button onPress={onClose}>{sharedStrings.cancel}</Button>
        <Button type="submit" kind="primary" busy={create.isBusy}>
          {words.create}
        </Button>
      </DialogFoot>
    </Form>
  );
}

/** Users can give a key only what they may do themselves. */
const isGrantable = (scope: Scope): boolean => rights.value.isSuperAdmin || scope !== 'audit.read';

function CreatedKey({ value, onClose }: { value: string; onClose: () => void }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(value);
    showToast(words.copied);
  };
  return (
    <div class="stack">
      <p>{words.once}</p>
      <TextField label={words.key} value={value} spellcheck={false} onInput={() => undefined} />
      <DialogFoot>
        <Button icon="copy" onPress={() => void copy()}>
          {words.copy}
        </Button>
        <Button kind="primary" onPress={onClose}>
          {sharedStrings.close}
        </Button>
      </DialogFoot>
    </div>
  );
}
