import { allow, type Caller, type Member, type Role } from '../../domain/accounts/caller.ts';
import { invitedRole } from '../../domain/accounts/membership.ts';
import { emailAddress, hashedPart, newPassword } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { UserRepository } from '../ports/users.ts';

export interface Invitation {
  readonly email: string;
  /** The first password of an account that is made for the invitation. */
  readonly password: string;
  readonly role?: string;
}

interface InviteMemberPorts {
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

/**
 * Adds a member to the active organisation, with a new account where the address has none. An account that is there
 * keeps its password. Of several invitations at once, one succeeds: the one whose password the account has.
 */
export const inviteMember =
  (ports: InviteMemberPorts) =>
  async (caller: Caller, invitation: Invitation): Promise<void> => {
    const host = allow(caller, 'members.invite');
    const role = invitedRole(invitation.role);
    const email = emailAddress(invitation.email);
    const password = newPassword(invitation.password);
    if (await ports.memberships.find(host.org_id, email)) throw rejected('Already a member');
    if (!(await ports.users.find(email))) {
      const isNew = await createAccount(ports, host, email, password);
      // Whoever invites at the same time and made the account adds its member too: no other password opens it.
      if (!isNew && (await isAccountOf(ports, host, email))) throw rejected('Already a member');
    }
    if (!(await addMember(ports, host, email, role))) throw rejected('Already a member');
  };

async function createAccount(
  { users, passwords, clock }: InviteMemberPorts,
  { org_id }: Member,
  email: string,
  password: string,
): Promise<boolean> {
  const hash = await passwords.hash(hashedPart(password));
  return users.add({
    email,
    password: hash,
    created_at: clock.now().toISOString(),
    default_org_id: org_id,
    last_logged_in_at: null,
  });
}

const isAccountOf = async ({ users }: InviteMemberPorts, { org_id }: Member, email: string): Promise<boolean> =>
  (await users.find(email))?.default_org_id === org_id;

const addMember = (
  { memberships, clock }: InviteMemberPorts,
  { org_id }: Member,
  email: string,
  role: Role,
): Promise<boolean> => memberships.add({ email, org_id, role, created_at: clock.now().toISOString() });
