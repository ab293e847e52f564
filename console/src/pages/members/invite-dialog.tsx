import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { EmailField, NewPasswordField } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog, DialogFoot } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { showToast } from '../../parts/toast.tsx';
import { useAction } from '../../parts/use-action.ts';
import { sharedStrings } from '../../parts/strings.ts';
import { strings } from './strings.ts';

interface InviteDialogProps {
  readonly onClose: () => void;
  readonly onInvited: () => void;
}

/** Invites a member. A first password is needed only for a new account. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const invite = useAction(async () => {
    const { pending } = await answered(api.POST('/api/v1/members/invite', { body: { email, password } }));
    showToast(pending ? strings.invitedPending(email) : strings.invited(email));
    onInvited();
    onClose();
  }, ['email', 'password']);
  return (
    <Dialog title={strings.invite} onClose={onClose}>
      <Form onSubmit={() => invite.run()} trouble={invite.trouble}>
        <p class="soft">{strings.inviteLead}</p>
        <EmailField isOwn={false} value={email} onInput={setEmail} error={invite.problemOf('email')} />
        <NewPasswordField
          label={strings.firstPassword}
          hint={strings.firstPasswordHint}
          value={password}
          onInput={setPassword}
          error={invite.problemOf('password')}
        />
        <DialogFoot>
          <Button onPress={onClose}>{sharedStrings.cancel}</Button>
          <Button type="submit" kind="primary" busy={invite.isBusy}>
            {strings.inviteIt}
          </Button>
        </DialogFoot>
      </Form>
    </Dialog>
  );
}
