import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { words } from '../../words.ts';
import { bodyOf, fieldsOf, type Secrets, type CatalogueEntry } from './fields.ts';
import { SecretInput } from './secret-input.tsx';

const said = words.credentials;

interface CredentialDialogProps {
  readonly entry: CatalogueEntry;
  readonly onClose: () => void;
  readonly onStored: () => void;
}

/** The form of one provider, as the catalogue describes it. What was stored is replaced, and never shown. */
export function CredentialDialog({ entry, onClose, onStored }: CredentialDialogProps) {
  const fields = fieldsOf(entry);
  const [secrets, setSecrets] = useState<Secrets>({});
  const store = useAction(async () => {
    await answered(api.POST('/api/v1/auth', { body: { provider: entry.provider, auth: bodyOf(secrets) } }));
    showToast(said.stored(entry.name));
    onStored();
    onClose();
  });
  return (
    <Dialog title={entry.name} onClose={onClose}>
      <Form onSubmit={() => store.run()} trouble={store.trouble}>
        <p class="soft">{entry.authenticated ? said.replaces : said.encrypted}</p>
        {fields.map((field) => (
          <SecretInput
            key={field.name}
            field={field}
            values={secrets[field.name] ?? ['']}
            onInput={(values) => setSecrets({ ...secrets, [field.name]: values })}
          />
        ))}
        <DialogFoot>
          <Button onPress={onClose}>{words.kit.cancel}</Button>
          <Button type="submit" kind="primary" busy={store.isBusy}>
            {said.store}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
