import { useLayoutEffect, useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { NewPasswordField } from '../../parts/account-fields.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import type { PageProps } from '../../page-props.ts';
import { endSession } from '../../session.ts';
import { strings } from './strings.ts';
import { BackToLogIn, AuthPage } from './auth-page.tsx';

/** Where a mailed link leads: sets a new password. The token leaves the address at once, so that no history keeps it. */
export function ResetPassword({ query }: PageProps) {
  const [token] = useState(query['token'] ?? '');
  const [isSet, setSet] = useState(false);
  useLayoutEffect(() => history.replaceState(null, '', location.pathname), []);
  return (
    <AuthPage title={strings.resetTitle} lead={strings.resetLead} links={isSet ? undefined : <BackToLogIn />}>
      {token === '' ? <Incomplete /> : isSet ? <Done /> : <NewPassword token={token} onSet={() => setSet(true)} />}
    </AuthPage>
  );
}

function NewPassword({ token, onSet }: { token: string; onSet: () => void }) {
  const [password, setPassword] = useState('');
  const reset = useAction(async () => {
    await answered(api.POST('/api/v1/users/reset-password', { body: { token, new_password: password } }));
    // Ends the current session. The user logs in with the new password.
    endSession();
    onSet();
  }, ['new_password']);
  return (
    <Form onSubmit={() => reset.run()} trouble={reset.trouble}>
      <NewPasswordField
        label={strings.newPassword}
        value={password}
        onInput={setPassword}
        error={reset.problemOf('new_password')}
      />
      <Button type="submit" kind="primary" wide busy={reset.isBusy}>
        {strings.resetSet}
      </Button>
    </Form>
  );
}

const Incomplete = () => (
  <div class="stack">
    <Notice kind="error">{strings.resetIncomplete}</Notice>
    <LinkButton wide href={at('/forgot-password')}>
      {strings.askAgain}
    </LinkButton>
  </div>
);

const Done = () => (
  <div class="stack">
    <Notice kind="good">{strings.resetDone}</Notice>
    <LinkButton wide kind="primary" href={at('/log-in')}>
      {strings.logIn}
    </LinkButton>
  </div>
);
