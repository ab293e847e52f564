import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { sharedStrings } from '../../parts/strings.ts';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { settings } from '../../settings.ts';
import { ssoStrings as words } from './strings.ts';

const EMPTY = { domain: '', issuer: '', client_id: '', client_secret: '' };
type Field = keyof typeof EMPTY;

const FIELDS: readonly (readonly [Field, { label: string; hint?: string }])[] = [
  ['domain', { label: words.domain, hint: words.domainHint }],
  ['issuer', { label: words.issuer, hint: words.issuerHint }],
  ['client_id', { label: words.clientId }],
  ['client_secret', { label: words.clientSecret }],
];

/** The redirect URI of a domain as it is typed. */
const redirectUriOf = (domain: string): string =>
  `${settings().sign_on_redirect_uri}/${encodeURIComponent(domain.trim().toLowerCase()) || '…'}`;

interface SsoDialogProps {
  readonly onClose: () => void;
  readonly onCreated: () => void;
}

/** The form of a new connection. Its secret is never shown. */
export function SsoDialog({ onClose, onCreated }: SsoDialogProps) {
  const [body, setBody] = useState(EMPTY);
  const create = useAction(
    async () => {
      await answered(api.POST('/api/v1/sso-connections', { body }));
      onCreated();
      onClose();
    },
    FIELDS.map(([name]) => name),
  );
  return (
    <Dialog title={words.add} onClose={onClose}>
      <Form onSubmit={() => create.run()} trouble={create.trouble}>
        <p class="soft">
          {words.redirectHint} <code>{redirectUriOf(body.domain)}</code>
        </p>
        {FIELDS.map(([name, shown]) => (
          <TextField
            key={name}
            {...shown}
            type={name === 'client_secret' ? 'password' : 'text'}
            spellcheck={false}
            autocomplete="off"
            required
            value={body[name]}
            error={create.problemOf(name)}
            onInput={(value) => setBody((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button type="submit" kind="primary" busy={create.isBusy}>
            {words.connect}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
