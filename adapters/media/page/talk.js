import { accountView } from './account-view.js';
import { agentsView } from './agents-view.js';
import { CallView } from './call-view.js';
import { find, notify, wordsOf } from './dom.js';
import { Session } from './session.js';

/** The page as a whole: who is logged in decides what is shown. */
class Page {
  #bar = find('account-bar', HTMLElement);
  #organisations = find('organisation', HTMLSelectElement);
  #session;
  #account;
  #agents;
  #call;

  /** @param {string} api The API's base URL. */
  constructor(api) {
    this.#session = new Session(api, () => this.#leave('Your session has expired. Please log in again.'));
    this.#account = accountView(this.#session, () => void this.#enter());
    this.#agents = agentsView(this.#session, (agent) => void this.#call.start(agent));
    this.#call = new CallView(this.#session, () => void this.#enter());
    this.#organisations.addEventListener('change', () => void this.#switch());
    find('log-out', HTMLButtonElement).addEventListener('click', () => this.#leave(''));
  }

  async open() {
    if (this.#session.account) await this.#enter();
    else this.#account.show();
  }

  async #enter() {
    const { organisations = [], org_id = '' } = this.#session.account ?? {};
    this.#organisations.replaceChildren(...organisations.map((each) => new Option(each.name, each.org_id)));
    this.#organisations.value = org_id;
    this.#organisations.disabled = organisations.length < 2;
    this.#bar.hidden = false;
    await this.#agents.show().catch((error) => this.#session.account && notify(wordsOf(error)));
  }

  async #switch() {
    this.#call.hangUp();
    try {
      await this.#session.switchTo(this.#organisations.value);
      await this.#enter();
    } catch (error) {
      notify(wordsOf(error));
    }
  }

  /** @param {string} why */
  #leave(why) {
    this.#call.hangUp();
    this.#session.logOut();
    this.#bar.hidden = true;
    this.#account.show();
    notify(why);
  }
}

/** @returns {Promise<{ api_base_url: string } | null>} */
async function settings() {
  try {
    return /** @type {{ api_base_url: string }} */ (await (await fetch('/settings.json')).json());
  } catch {
    return null;
  }
}

const known = await settings();
if (known) await new Page(known.api_base_url).open();
else notify('The runtime cannot be reached. Is it running? Reload the page to try again.');
