import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { EmailField } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { strings } from './strings.ts';
import { BackToLogIn, AuthPage } from './auth-page.tsx';

/** Has a link to a new password mailed. It does not tell whether there is an account with that address. */
export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const send = useAction(async () => {
    await answered(api.POST('/api/v1/users/forgot-password', { body: { email } }));
    setSentTo(email);
  }, ['email']);
  return (
    <AuthPage title={strings.forgotTitle} lead={strings.forgotLead} links={<BackToLogIn />}>
      <Form onSubmit={() => send.run()} trouble={send.trouble}>
        {sentTo !== null && <Notice kind="good">{strings.forgotSent(sentTo)}</Notice>}
        <EmailField value={email} onInput={setEmail} error={send.problemOf('email')} />
        <Button type="submit" kind="primary" wide busy={send.isBusy}>
          {strings.forgotSend}
        </Button>
      </Form>
    </AuthPage>
  );
}
