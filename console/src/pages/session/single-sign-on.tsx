import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { afterLogIn } from '../../after-log-in.ts';
import { answered, api } from '../../api.ts';
import { EmailField } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { Form } from '../../parts/form.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useAction } from '../../parts/use-action.ts';
import { startSession } from '../../session.ts';
import { keepSignOn, takeSignOn } from '../../sign-on.ts';
import { strings } from './strings.ts';
import { BackToLogIn, AuthPage } from './auth-page.tsx';

/**
 * Logs in at the OpenID provider of an email domain, which sends the browser back to this page. Its response leaves the
 * address at once, so that no history keeps it.
 */
export function SingleSignOn() {
  const [search, setSearch] = useState(location.search);
  useLayoutEffect(() => history.replaceState(null, '', location.pathname), []);
  const query = new URLSearchParams(search);
  return query.has('state') || query.has('error') ? (
    <Finish response={search} onAgain={() => setSearch('')} />
  ) : (
    <Start search={search} />
  );
}

function Start({ search }: { search: string }) {
  const [email, setEmail] = useState('');
  const start = useAction(async () => {
    const { authorization_url, flow } = await answered(api.POST('/api/v1/users/sso/start', { body: { email } }));
    keepSignOn({ flow, email, next: afterLogIn(search) });
    location.assign(authorization_url);
  }, ['email']);
  return (
    <AuthPage title={strings.ssoTitle} lead={strings.ssoLead} links={<BackToLogIn />}>
      <Form onSubmit={() => start.run()} trouble={start.trouble}>
        <EmailField value={email} onInput={setEmail} error={start.problemOf('email')} />
        <Button type="submit" kind="primary" wide busy={start.isBusy}>
          {strings.ssoContinue}
        </Button>
      </Form>
    </AuthPage>
  );
}

function Finish({ response, onAgain }: { response: string; onAgain: () => void }) {
  const { route } = useLocation();
  const [signOn] = useState(takeSignOn);
  const finish = useAction(async () => {
    if (signOn === null) throw new Error(strings.ssoElsewhere);
    const { flow, email, next } = signOn;
    // Left out for the shared one, which an API of the release before expects.
    const isShared = location.pathname.endsWith('/sso');
    const body = { flow, response, ...(!isShared && { redirect_uri: location.origin + location.pathname }) };
    startSession(email, await answered(api.POST('/api/v1/users/sso/finish', { body })));
    route(next, true);
  });
  useEffect(() => void finish.run(), []);
  return (
    <AuthPage
      title={strings.ssoTitle}
      lead={finish.trouble === null ? strings.ssoFinishing : strings.ssoLead}
      links={<BackToLogIn />}
    >
      {finish.trouble !== null && (
        <div class="stack">
          <Notice kind="error">{finish.trouble}</Notice>
          <Button wide onPress={onAgain}>
            {strings.ssoAgain}
          </Button>
        </div>
      )}
    </AuthPage>
  );
}
