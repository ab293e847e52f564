import { find, notify, onPress, onSubmit, showView } from './dom.js';

/**
 * The view to log in or to sign up.
 * @param {import('./session.js').Session} session
 * @param {() => void} entered Called when somebody is logged in.
 */
export function accountView(session, entered) {
  const form = find('account-form', HTMLFormElement);
  const submit = find('account-submit', HTMLButtonElement);
  const organisation = find('organisation-name', HTMLInputElement);
  const password = find('password', HTMLInputElement);
  const email = find('email', HTMLInputElement);
  const forgot = find('forgot-password', HTMLButtonElement);
  const isNew = () => find('sign-up', HTMLInputElement).checked;

  const adapt = () => {
    find('organisation-field', HTMLElement).hidden = !isNew();
    find('password-hint', HTMLElement).hidden = !isNew();
    forgot.hidden = isNew();
    organisation.required = isNew();
    password.minLength = isNew() ? 8 : 1;
    password.autocomplete = isNew() ? 'new-password' : 'current-password';
    submit.textContent = isNew() ? 'Create account' : 'Log in';
  };
  form.addEventListener('change', adapt);
  onSubmit(form, submit, async () => {
    const credentials = { email: email.value.trim(), password: password.value };
    if (isNew()) await session.signUp({ ...credentials, organisation_name: organisation.value.trim() });
    else await session.logIn(credentials);
    password.value = '';
    entered();
  });
  onPress(forgot, async () => {
    if (!email.reportValidity()) return;
    await session.forgotPassword(email.value.trim());
    notify('If there is an account with this address, a mail with a link to a new password is on its way.');
  });
  adapt();
  return { show: () => showView('account') };
}
