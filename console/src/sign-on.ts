/** A single sign-on that this tab has started. */
export interface SignOn {
  /** What the API needs to finish it. */
  readonly flow: string;
  readonly email: string;
  /** The page of the console to show afterwards. */
  readonly next: string;
}

const KEY = 'console.sign-on';

/** Keeps a sign-on in this tab, so that no other browser can finish it. */
export const keepSignOn = (signOn: SignOn): void => sessionStorage.setItem(KEY, JSON.stringify(signOn));

/** The sign-on of this tab, once. Null when it was started elsewhere. */
export function takeSignOn(): SignOn | null {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as SignOn);
}
