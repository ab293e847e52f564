import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';
import { bodyOf, fieldsOf, type Secrets, type CatalogueEntry } from './fields.ts';
import { SecretInput } from './secret-input.tsx';

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
    showToast(strings.stored(entry.name));
    onStored();
    onClose();
  });
  return (
    <Dialog title={entry.name} onClose={onClose}>
      <Form onSubmit={() => store.run()} trouble={store.trouble}>
        <p class="soft">{entry.authenticated ? strings.replaces : strings.encrypted}</p>
        {fields.map((field) => (
          <SecretInput
            key={field.name}
            field={field}
            values={secrets[field.name] ?? ['']}
            onInput={(values) => setSecrets({ ...secrets, [field.name]: values })}
          />
        ))}
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
