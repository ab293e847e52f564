const KEY = 'talk.session';

/**
 * @typedef {{ org_id: string, name: string, role: string }} Organisation
 * @typedef {{ access_token: string, org_id: string, organisations: Organisation[] }} LoginReply
 * @typedef {LoginReply & { email: string }} Account
 */

/** A request that the API refused, or that never reached it (`status` 0). The message is for people. */
export class ApiError extends Error {
  /** @param {number} status @param {string} message @param {ErrorOptions} [options] */
  constructor(status, message, options) {
    super(message, options);
    this.status = status;
  }
}

/** Who is logged in at the API, and requests in that name. The token lives in this tab only. */
export class Session {
  #account = storedAccount();
  #api;
  #expired;

  /**
   * @param {string} api The API's base URL.
   * @param {() => void} expired Called when the API no longer takes the token.
   */
  constructor(api, expired) {
    this.#api = api;
    this.#expired = expired;
  }

  get account() {
    return this.#account;
  }

  /** @param {{ email: string, password: string }} credentials */
  async logIn(credentials) {
    const reply = await this.#request('POST', '/users/login', credentials);
    await this.#enter(credentials.email, reply);
  }

  /** @param {{ email: string, password: string, organisation_name: string }} newcomer */
  async signUp(newcomer) {
    const reply = await this.#request('POST', '/users/signup', newcomer);
    await this.#enter(newcomer.email, reply);
  }

  /** @param {string} orgId The organisation to work in from now on. */
  async switchTo(orgId) {
    const reply = await this.#authorised('POST', '/users/switch-organisation', { org_id: orgId });
    await this.#enter(this.#account?.email ?? '', reply);
  }

  logOut() {
    this.#account = null;
    sessionStorage.removeItem(KEY);
  }

  /** Asks for a mail with a link to a new password. The answer does not tell whether the address is known. @param {string} email */
  async forgotPassword(email) {
    await this.#request('POST', '/users/forgot-password', { email });
  }

  /** Sets a new password with the token of such a link. @param {string} token @param {string} new_password */
  async resetPassword(token, new_password) {
    await this.#request('POST', '/users/reset-password', { token, new_password });
  }

  /**
   * @param {string} path
   * @returns {Promise<unknown>}
   */
  get = async (path) => (await this.#authorised('GET', path)).json();

  /**
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<unknown>}
   */
  post = async (path, body) => (await this.#authorised('POST', path, body)).json();

  /** The bytes of what the API streams, such as a recording. @param {string} path */
  blob = async (path) => (await this.#authorised('GET', path)).blob();

  /** @param {string} method @param {string} path @param {unknown} [body] */
  async #authorised(method, path, body) {
    const token = this.#account?.access_token;
    if (token === undefined) throw new ApiError(401, 'Please log in.');
    try {
      return await this.#request(method, path, body, { authorization: `Bearer ${token}` });
    } catch (error) {
      // Whoever logged out, or in again, meanwhile has nothing to be told.
      const isRefused = error instanceof ApiError && error.status === 401;
      if (isRefused && this.#account?.access_token === token) this.#expired();
      throw error;
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {Record<string, string>} [headers]
   */
  async #request(method, path, body, headers = {}) {
    const request = {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    };
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await fetch(this.#api + path, { ...request, ...json }).catch((cause) => {
      const { origin } = new URL(this.#api);
      throw new ApiError(0, `The API at ${origin} cannot be reached. Is it running, and does it allow this page?`, {
        cause,
      });
    });
    if (reply.ok) return reply;
    throw new ApiError(reply.status, refusalOf(await reply.text()) ?? `The API answered with status ${reply.status}.`);
  }

  /** @param {string} email @param {Response} reply */
  async #enter(email, reply) {
    const { access_token, org_id, organisations } = /** @type {LoginReply} */ (await reply.json());
    this.#account = { email, access_token, org_id, organisations };
    sessionStorage.setItem(KEY, JSON.stringify(this.#account));
  }
}

const storedAccount = () => /** @type {Account | null} */ (JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));

/** @typedef {{ detail?: string | { loc: string[], msg: string }[] }} Refusal */

/**
 * The `detail` of a refusal: a sentence, or a list of what is wrong with which field.
 * @param {string} body
 */
function refusalOf(body) {
  try {
    const { detail } = /** @type {Refusal} */ (JSON.parse(body));
    return Array.isArray(detail) ? detail.map(({ loc, msg }) => `${loc.at(-1)}: ${msg}`).join('\n') : detail;
  } catch {
    return undefined;
  }
}
