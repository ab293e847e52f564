import { find, notify, onSubmit } from './dom.js';
import { Session } from './session.js';

// The page that a reset mail links to. The token leaves the address bar at once, so that it stays in no history.
const token = new URLSearchParams(location.search).get('token') ?? '';
history.replaceState(null, '', location.pathname);

const form = find('reset-form', HTMLFormElement);
const password = find('new-password', HTMLInputElement);

onSubmit(form, find('reset-submit', HTMLButtonElement), async () => {
  const reply = await fetch('/settings.json');
  const { api_base_url } = /** @type {{ api_base_url: string }} */ (await reply.json());
  await new Session(api_base_url, () => undefined).resetPassword(token, password.value);
  password.value = '';
  form.hidden = true;
  find('reset-done', HTMLElement).hidden = false;
});

if (token === '') {
  form.hidden = true;
  notify('This link is not complete. Open it from the mail again, or ask for a new one.');
}
