import { assert } from 'chai';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { refusalOf } from '../support/refusals.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { ssoConnection } from '../domain/accounts/sso-examples.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { openidServer } from './support/openid-server.ts';

const redirectUri = 'http://127.0.0.1:8000/console/sso';
const email = 'bob@acme.example';

/** A page to open, or a form to send. */
interface Step {
  readonly url: string;
  readonly form: URLSearchParams | null;
}

/** A browser that keeps cookies, logs in and consents, and stops where it would leave the provider. */
async function browse(start: string, issuer: string): Promise<string> {
  const cookies = new Map<string, string>();
  let step: Step = { url: start, form: null };
  for (let page = 0; page < 12 && step.url.startsWith(issuer); page += 1) step = await open(step, cookies);
  if (step.url.startsWith(issuer)) throw new Error('the provider never sends the browser back');
  return step.url;
}

/** Opens a page: where it redirects to, or its form, filled in. */
async function open({ url, form }: Step, cookies: Map<string, string>): Promise<Step> {
  const response: Response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    ...(form && { method: 'POST', body: form }),
  });
  for (const cookie of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
    cookies.set(name, value);
  }
  const location = response.headers.get('location');
  if (location !== null) return { url: new URL(location, url).href, form: null };
  return filledIn(await response.text(), url);
}

/** The form of a page, filled in. */
function filledIn(html: string, url: string): Step {
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? [];
  const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(html) ?? [];
  return { url: new URL(action, url).href, form: new URLSearchParams({ prompt, login: email, password: 'any' }) };
}

describe('single sign-on at oidc-provider', () => {
  it('authenticates a user once, with an address from the userinfo endpoint', async () => {
    const provider = await openidServer(0, redirectUri);
    atEndOfTest(() => provider.close());
    const { log } = rememberingLog();
    const providers = openidProviders({ network: network({ allowPrivate: true }), clock: fakeClock(), log });
    const connection = ssoConnection({ issuer: provider.issuer });
    const { url, checks } = await providers.begin(connection, { redirectUri, email });
    const back = await browse(url, provider.issuer);
    assert.isTrue(back.startsWith(`${redirectUri}?`), back);
    const response = { redirectUri, query: new URL(back).search, checks };
    const forged = { ...response, checks: { ...checks, verifier: 'v'.repeat(43) } };
    assert.deepEqual(await providers.finish(connection, response), { subject: email, email, emailVerified: true });
    assert.equal((await refusalOf(providers.finish(connection, response))).problem, 'unauthenticated', 'replayed');
    const again = await providers.begin(connection, { redirectUri, email });
    const query = new URL(await browse(again.url, provider.issuer)).search;
    const wrong = { ...forged, query, checks: { ...again.checks, verifier: forged.checks.verifier } };
    assert.equal((await refusalOf(providers.finish(connection, wrong))).problem, 'unauthenticated', 'wrong verifier');
  });
});
