import { invalid, unauthenticated } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { isKeyAddress } from './api-key.ts';
import { BOT_EMAIL, type Principal, type Role } from './principal.ts';
import type { Organisation } from './organisation.ts';

/** A person, global across organisations. `password` is a bcrypt hash and never leaves the core. */
export interface User {
  readonly email: string;
  readonly password: string;
  readonly created_at: string;
  readonly default_org_id: string;
  readonly last_logged_in_at: string | null;
  /** Incremented to end every session. Missing in older records, which means 0. */
  readonly session_version?: number | null;
  /**
   * How the account was created, until its owner confirms the address. Null once a password was set through an emailed
   * link. Older records lack it and count as confirmed.
   */
  readonly unconfirmed?: UnconfirmedOrigin | null;
  /** The identity at an OpenID provider that the account is bound to. Missing or null until its first single sign-on. */
  readonly sso_issuer?: string | null;
  readonly sso_subject?: string | null;
}

/** Who chose the password of an account with an unconfirmed address, and where the account was created. */
export interface UnconfirmedOrigin {
  readonly by: 'sign_up' | 'invitation';
  readonly org_id: string;
}

/** Which accounts need a confirmed address before they can accept invitations of further organisations. */
export const CONFIRMATIONS = ['off', 'invited', 'all'] as const;

export interface ConfirmationPolicy {
  /** `invited`: accounts created by an invitation. `all`: accounts created by sign-up as well. */
  readonly requireConfirmedEmail: (typeof CONFIRMATIONS)[number];
}

/** An organisation of a user, as the user sees it. */
export interface OrganisationOfUser {
  readonly org_id: string;
  readonly name: string;
  readonly role: Role;
}

/** Spec: UserResponse. The stored fields except the password, joined with the active organisation. */
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
/** Characters that let one unquoted address be parsed as two or as something else, and invisible ones. */
const FORBIDDEN_CHARACTERS = /[\s<>()[\]\\,;:"\p{Cf}]/u;

/** Trims and lower-cases an email address, so that comparison ignores case. */
export const normaliseEmail = (input: string): string => input.trim().toLowerCase();

/** Validates and normalises an email address. Rejects invalid addresses, the bot's and those of API keys. */
export function emailAddress(input: string): string {
  const email = normaliseEmail(input);
  if (!isAddress(email)) throw invalid('email must be a valid email address');
  if (isReserved(email)) throw invalid('email is reserved');
  return email;
}

/** Whether an account may have this address. */
export const isUsableAddress = (input: string): boolean =>
  isAddress(normaliseEmail(input)) && !isReserved(normaliseEmail(input));

const isReserved = (email: string): boolean => email === BOT_EMAIL || isKeyAddress(email);

function isAddress(email: string): boolean {
  const [name = '', domain = '', ...more] = email.split('@');
  const shaped = name !== '' && /^[^.]+(\.[^.]+)+$/.test(domain) && more.length === 0;
  return shaped && email.length <= EMAIL_MAX && !FORBIDDEN_CHARACTERS.test(email) && isPlainText(email);
}

/** Validates a new password. */
export function newPassword(password: string): string {
  if ([...password].length < PASSWORD_MIN) throw invalid(`password must have at least ${PASSWORD_MIN} characters`);
  if ([...password].length > PASSWORD_MAX) throw invalid(`password must have at most ${PASSWORD_MAX} characters`);
  return password;
}

/** The part of a password that bcrypt hashes: its first 72 bytes of UTF-8. Spec: Users. */
export const hashedPart = (password: string): Uint8Array =>
  new TextEncoder().encode(password).subarray(0, PASSWORD_BYTES);

/** Session version of the user's valid sessions. */
export const sessionVersion = ({ session_version }: Pick<User, 'session_version'>): number => session_version ?? 0;

/** Returns the principal's user. Throws 401 when the user is missing or has ended the session. */
export function requireCurrentSession(principal: Principal, user: User | null): User {
  if (user && sessionVersion(user) === (principal.session_version ?? 0)) return user;
  throw unauthenticated('The session has ended. Log in again.');
}

/** Whether the owner has confirmed the email address. */
export const isConfirmed = ({ unconfirmed }: Pick<User, 'unconfirmed'>): boolean => !unconfirmed;

/**
 * Whether an account may use its membership of this organisation. The creator of an account knows its password. So
 * until the address is confirmed, the account works only in the organisation it was created in, and elsewhere as the
 * policy allows.
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
 * Whether sign-up may have stopped before the membership was written: the user never logged in and created this
 * organisation. Invited and removed users do not qualify.
 */
export const maySignUpBeUnfinished = (user: User, organisation: Organisation | null): organisation is Organisation =>
  isFirstLogin(user) && organisation?.created_by_email === user.email;

/** Active organisation after login: the default one if still a member, else the oldest, else none. */
export const activeOrganisation = (
  user: User,
  organisations: readonly OrganisationOfUser[],
): OrganisationOfUser | null =>
  organisations.find(({ org_id }) => org_id === user.default_org_id) ?? organisations[0] ?? null;

/** What users may read about themselves in their active organisation. */
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
