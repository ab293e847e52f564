import { useState } from 'preact/hooks';
import { answered, api } from '../../api.ts';
import { EmailField, NewPasswordField } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { TextField } from '../../parts/text-field.tsx';
import { useAction } from '../../parts/use-action.ts';
import { at } from '../../paths.ts';
import { startSession } from '../../session.ts';
import { settings } from '../../settings.ts';
import { strings } from './strings.ts';
import { AuthPage } from './auth-page.tsx';

const FIELDS = ['email', 'password', 'organisation_name'];

/** Makes an account with an organisation of its own, and logs it in; where sign-up is closed, says who invites. */
export const SignUp = () => (settings().sign_up === 'closed' ? <Closed /> : <SignUpForm />);

const Closed = () => (
  <AuthPage title={strings.signUpClosed} lead={strings.signUpClosedLead} links={<Links />}>
    {null}
  </AuthPage>
);

function SignUpForm() {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [organisation, setOrganisation] = useState('');
  const signUp = useAction(async () => {
    const body = { email, password, organisation_name: organisation };
    startSession(email, await answered(api.POST('/api/v1/users/signup', { body })));
  }, FIELDS);
  return (
    <AuthPage title={strings.signUp} lead={strings.signUpLead} links={<Links />}>
      <Form onSubmit={() => signUp.run()} trouble={signUp.trouble}>
        <EmailField value={email} onInput={setEmail} error={signUp.problemOf('email')} />
        <NewPasswordField value={password} onInput={setPassword} error={signUp.problemOf('password')} />
        <TextField
          label={strings.organisation}
          hint={strings.organisationHint}
          name="organisation"
          autocomplete="organization"
          required
          value={organisation}
          onInput={setOrganisation}
          error={signUp.problemOf('organisation_name')}
        />
        <Button type="submit" kind="primary" wide busy={signUp.isBusy}>
          {strings.signUp}
        </Button>
      </Form>
    </AuthPage>
  );
}

const Links = () => (
  <p>
    {strings.known} <a href={at(`/log-in${location.search}`)}>{strings.logIn}</a>
  </p>
);
