import { randomInt } from 'node:crypto';

/** The numbers every account owns. */
export const OWNED_NUMBERS: readonly string[] = Array.from(
  { length: 20 },
  (_, place) => `+155501000${String(place).padStart(2, '0')}`,
);

/** An application of an account. */
export interface Application {
  readonly app_id: string;
  readonly app_name: string;
  readonly answer_url: string;
  readonly hangup_url: string;
}

/** A customer of the simulated carrier. */
export interface Account {
  readonly id: string;
  /** The last token it used, which signs its webhooks. */
  token: string;
  readonly applications: Map<string, Application>;
  /** Applications by number. */
  readonly links: Map<string, string>;
}

const MOST_ACCOUNTS = 10_000;
const MOST_APPLICATIONS = 10_000;

/** Persistent storage of accounts. */
export interface AccountKeeper {
  /** The stored accounts, in the order in which they linked numbers. */
  readonly known: readonly Account[];
  keep(accounts: readonly Account[]): void;
}

/** The accounts of the simulated carrier. Any id and token are accepted. */
export class Accounts {
  readonly #accounts: Map<string, Account>;
  readonly #keeper: AccountKeeper;

  /** Without a keeper accounts are kept in memory only. */
  constructor(keeper: AccountKeeper = { known: [], keep: () => undefined }) {
    this.#keeper = keeper;
    this.#accounts = new Map(keeper.known.map((account) => [account.id, account]));
  }

  /** The account of this id, created on first use. */
  of(id: string, token: string): Account {
    const known = this.#accounts.get(id);
    if (known) {
      known.token = token;
      return known;
    }
    removeOldest(this.#accounts, MOST_ACCOUNTS);
    const account = { id, token, applications: new Map(), links: new Map() };
    this.#accounts.set(id, account);
    return account;
  }

  /** The account that answers a number: the given one, or the one that linked it last. */
  answering(number: string, id?: string): { readonly account: Account; readonly application: Application } | null {
    const accounts = [...this.#accounts.values()].filter((account) => id === undefined || account.id === id);
    for (const account of accounts.toReversed()) {
      const application = account.applications.get(account.links.get(number) ?? '');
      if (application) return { account, application };
    }
    return null;
  }

  /** Links a number to an application, or unlinks it. The last account to link a number receives its calls. */
  link(account: Account, number: string, applicationId: string): void {
    if (applicationId === '') account.links.delete(number);
    else account.links.set(number, applicationId);
    this.#accounts.delete(account.id);
    this.#accounts.set(account.id, account);
  }

  /** Stores changes. */
  changed(): void {
    this.#keeper.keep([...this.#accounts.values()]);
  }
}

/** Adds an application under a new id. */
export function addApplication(account: Account, facts: Omit<Application, 'app_id'>): Application {
  removeOldest(account.applications, MOST_APPLICATIONS);
  const application = { app_id: String(randomInt(1e14, 2 ** 48 - 1)), ...facts };
  account.applications.set(application.app_id, application);
  return application;
}

function removeOldest(map: Map<string, unknown>, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && oldest !== undefined) map.delete(oldest);
}
