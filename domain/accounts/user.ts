import { invalid, unauthenticated } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { BOT_EMAIL, type Principal, type Role } from './principal.ts';
import type { Organisation } from './organisation.ts';

/** A person, global across organisations. `password` is a bcrypt hash and never leaves the core. */
export interface User {
  readonly email: string;
  readonly password: string;
  readonly created_at: string;
  readonly default_org_id: string;
  readonly last_logged_in_at: string | null;
  /** Raised by one to end every session. Users stored before it existed lack it, which means 0. */
  readonly session_version?: number | null;
  /**
   * How the account was made, while its owner has not shown that the address is theirs. Null once a password was set with a
   * mailed link. Users stored before it existed lack it and count as confirmed.
   */
  readonly unconfirmed?: Unconfirmed | null;
}

/** Who chose the password of an account whose address nobody confirmed, and the organisation the account was made in. */
export interface Unconfirmed {
  readonly by: 'sign_up' | 'invitation';
  readonly org_id: string;
}

/** Which accounts need a confirmed address before the invitations of further organisations let them in. */
export const CONFIRMATIONS = ['off', 'invited', 'all'] as const;

export interface ConfirmationPolicy {
  /** `invited`: accounts that an invitation made; `all`: those made by sign-up as well. */
  readonly requireConfirmedEmail: (typeof CONFIRMATIONS)[number];
}

/** One organisation of a user, as the user sees it. */
export interface OrganisationOfUser {
  readonly org_id: string;
  readonly name: string;
  readonly role: Role;
}

/** Spec: UserResponse. The stored fields but the password, joined with the active organisation. */
export interface UserView {
  readonly email: string;
  readonly created_at: string;
  readonly default_org_id: string;
  readonly last_logged_in_at: string | null;
  readonly org_id: string;
  readonly role: Role;
  readonly organisation_name: string;
  readonly organisations: readonly OrganisationOfUser[];
}

export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;
const PASSWORD_BYTES = 72;
export const EMAIL_MAX = 254;
/** What an address must not hold unquoted: with these, one address reads as two, or as something else. */
const FORBIDDEN_CHARACTERS = /[\s<>()[\]\\,;:"]/;

/** How an e-mail address is stored and looked up: trimmed and lower-cased, so that comparison ignores case. */
export const normaliseEmail = (input: string): string => input.trim().toLowerCase();

/** The stored form of an address that somebody may have. Refuses what is no address and what is the bot's. */
export function emailAddress(input: string): string {
  const email = normaliseEmail(input);
  if (!isAddress(email)) throw invalid('email is not a valid e-mail address');
  if (email === BOT_EMAIL) throw invalid('email is reserved');
  return email;
}

/** Whether somebody with this address may have an account. */
export const isUsableAddress = (input: string): boolean =>
  isAddress(normaliseEmail(input)) && normaliseEmail(input) !== BOT_EMAIL;

function isAddress(email: string): boolean {
  const [name = '', domain = '', ...more] = email.split('@');
  const shaped = name !== '' && /^[^.]+(\.[^.]+)+$/.test(domain) && more.length === 0;
  return shaped && email.length <= EMAIL_MAX && !FORBIDDEN_CHARACTERS.test(email) && isPlainText(email);
}

/** The password as it may be stored, or a refusal that says what is wrong with it. */
export function newPassword(password: string): string {
  if ([...password].length < PASSWORD_MIN) throw invalid(`password must have at least ${PASSWORD_MIN} characters`);
  if ([...password].length > PASSWORD_MAX) throw invalid(`password must have at most ${PASSWORD_MAX} characters`);
  return password;
}

/** The part of a password that is hashed: its first 72 bytes of UTF-8. Spec: Users. */
export const hashedPart = (password: string): Uint8Array =>
  new TextEncoder().encode(password).subarray(0, PASSWORD_BYTES);

/** The session version that a session of this user carries while it is good. */
export const sessionVersion = ({ session_version }: Pick<User, 'session_version'>): number => session_version ?? 0;

/** Answers the caller's user, or refuses: 401 when there is none, or when the session was ended since it was opened. */
export function requireCurrentSession(principal: Principal, user: User | null): User {
  if (user && sessionVersion(user) === (principal.session_version ?? 0)) return user;
  throw unauthenticated('The session has ended. Log in again.');
}

/** Whether the owner of the address has shown that it is theirs, as far as is known. */
export const isConfirmed = ({ unconfirmed }: Pick<User, 'unconfirmed'>): boolean => !unconfirmed;

/**
 * Whether this account may use a membership of this organisation. Whoever makes an account for an address knows its
 * password, so until the owner of the address confirms it the account works where it was made, and elsewhere as the
 * policy has it.
 */
export function mayWorkIn(
  { unconfirmed }: Pick<User, 'unconfirmed'>,
  orgId: string,
  { requireConfirmedEmail }: ConfirmationPolicy,
): boolean {
  if (!unconfirmed || unconfirmed.org_id === orgId || requireConfirmedEmail === 'off') return true;
  return unconfirmed.by === 'sign_up' && requireConfirmedEmail === 'invited';
}

/** Whether this is the user's first login. Spec: `is_first_login`. */
export const isFirstLogin = (user: User): boolean => user.last_logged_in_at === null;

/**
 * Whether a user's sign-up may have been cut short before its membership was written: nobody ever logged in, and the
 * organisation is the one this user made. Who was invited, and who was removed later, does not qualify.
 */
export const maySignUpBeUnfinished = (user: User, organisation: Organisation | null): organisation is Organisation =>
  isFirstLogin(user) && organisation?.created_by_email === user.email;

/** The organisation a user works in after a login: the default one while a member there, else the oldest, else none. */
export const activeOrganisation = (
  user: User,
  organisations: readonly OrganisationOfUser[],
): OrganisationOfUser | null =>
  organisations.find(({ org_id }) => org_id === user.default_org_id) ?? organisations[0] ?? null;

/** What a user may read about itself while working in one of its organisations. */
export const userView = (
  user: User,
  active: OrganisationOfUser,
  organisations: readonly OrganisationOfUser[],
): UserView => ({
  email: user.email,
  created_at: user.created_at,
  default_org_id: user.default_org_id,
  last_logged_in_at: user.last_logged_in_at,
  org_id: active.org_id,
  role: active.role,
  organisation_name: active.name,
  organisations,
});
