import { invalid } from '../errors.ts';
import { BOT_EMAIL, type Role } from './caller.ts';

/** A person, global across organisations. `password` is a bcrypt hash and never leaves the core. */
export interface User {
  readonly email: string;
  readonly password: string;
  readonly created_at: string;
  readonly default_org_id: string;
  readonly last_logged_in_at: string | null;
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

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 256;
const PASSWORD_BYTES = 72;
const EMAIL_MAX = 254;

/** The stored form of an e-mail address: trimmed and lower-cased, so that comparison ignores case. Refuses what is no address. */
export function emailAddress(input: string): string {
  const email = input.trim().toLowerCase();
  const at = email.indexOf('@');
  const domain = email.slice(at + 1);
  const shaped = at > 0 && domain.includes('.') && !domain.startsWith('.') && !domain.endsWith('.');
  if (!shaped || email.length > EMAIL_MAX || email.lastIndexOf('@') !== at || /\s/.test(email) || isUnprintable(email))
    throw invalid('email is not a valid e-mail address');
  if (email === BOT_EMAIL) throw invalid('email is reserved');
  return email;
}

/** The password as it may be stored, or a refusal that says what is wrong with it. */
export function newPassword(password: string): string {
  if ([...password].length < PASSWORD_MIN) throw invalid(`password must have at least ${PASSWORD_MIN} characters`);
  if ([...password].length > PASSWORD_MAX) throw invalid(`password must have at most ${PASSWORD_MAX} characters`);
  return password;
}

/** The part of a password that is hashed: its first 72 bytes of UTF-8. Spec: Users. */
export const hashedPart = (password: string): Uint8Array => new TextEncoder().encode(password).subarray(0, PASSWORD_BYTES);

function isUnprintable(text: string): boolean {
  // Control characters in an address are never wanted and would reach mail headers.
  return [...text].some((char) => char.charCodeAt(0) < 0x20 || char.charCodeAt(0) === 0x7f);
}
