/** What the API tells the console of itself. */
export interface Settings {
  /** Where the routes of the contract are mounted, such as `/api/v1`. */
  readonly api_prefix: string;
  /** URL of the runtime for browsers. Null when not configured. */
  readonly runtime_url: string | null;
  /** Whether a call from the browser needs a ticket of the API. */
  readonly web_calls: 'open' | 'ticket';
  /** Whether an account can be made without an invitation; a platform of an older version does not say. */
  readonly sign_up?: 'open' | 'closed';
  /** Whether any organisation has single sign-on. */
  readonly single_sign_on?: boolean;
  /** Where identity providers send the browser back. */
  readonly sign_on_redirect_uri: string;
}

let known: Settings | null = null;

/** Asks the API for its settings, once, before anything is shown. */
export async function loadSettings(address: string): Promise<void> {
  const reply = await fetch(address);
  if (!reply.ok) throw new Error(`The console's settings answered ${reply.status}`);
  known = (await reply.json()) as Settings;
}

/** The settings, which are known before the first page is. */
export function settings(): Settings {
  if (known === null) throw new Error('The settings are not loaded yet');
  return known;
}
