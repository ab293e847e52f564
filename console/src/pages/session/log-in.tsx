import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { EmailField, PasswordField } from '../../parts/account-fields.tsx';
import { Button, LinkButton } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { startSession, hasExpired } from '../../session.ts';
import { settings } from '../../settings.ts';
import { strings } from './strings.ts';
import { AuthPage } from './auth-page.tsx';

/** Logs the user in. The console then redirects. */
export function LogIn() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const logIn = useAction(async () => {
    startSession(email, await answered(api.POST('/api/v1/users/login', { body: { email, password } })));
  }, ['email', 'password']);
  return (
    <AuthPage title={strings.logIn} lead={strings.logInLead} links={<Links />}>
      <Form onSubmit={() => logIn.run()} trouble={logIn.trouble}>
        {hasExpired.value && <Notice kind="warn">{strings.expired}</Notice>}
        <EmailField value={email} onInput={setEmail} error={logIn.problemOf('email')} />
        <PasswordField value={password} onInput={setPassword} error={logIn.problemOf('password')} />
        <Button type="submit" kind="primary" wide busy={logIn.isBusy}>
          {strings.logIn}
        </Button>
        {settings().single_sign_on === true && (
          <LinkButton wide href={at(`/sso${location.search}`)}>
            {strings.ssoLink}
          </LinkButton>
        )}
      </Form>
    </AuthPage>
  );
}

const Links = () => (
  <>
    {settings().sign_up !== 'closed' && (
      <p>
        {strings.newHere} <a href={at(`/sign-up${location.search}`)}>{strings.signUp}</a>
      </p>
    )}
    <p>
      <a href={at('/forgot-password')}>{strings.forgot}</a>
    </p>
  </>
);
