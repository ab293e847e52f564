import { allow, type Principal, type OrganisationPrincipal, type Role } from '../../domain/accounts/principal.ts';
import { invitationDay, tooManyInvitations } from '../../domain/accounts/invitation-allowance.ts';
import { invitedRole, memberStanding, type MemberStanding } from '../../domain/accounts/membership.ts';
import { emailAddress, hashedPart, newPassword, type ConfirmationPolicy } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { DailyCounts } from '../ports/daily-counts.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { UserRepository } from '../ports/users.ts';

export interface Invitation {
  readonly email: string;
  /** Password of the account that the invitation creates. */
  readonly password: string;
  readonly role?: string;
}

interface InviteMemberPorts {
  readonly users: UserRepository;
  readonly memberships: MembershipRepository;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly confirmationPolicy: ConfirmationPolicy;
  readonly dailyCounts: DailyCounts;
  /** Maximum invitations of an organisation per day. */
  readonly invitationsPerDay: number;
}

/**
 * Adds a member to the active organisation, creates an account if the address has none, and returns the member's
 * standing. An existing account keeps its password and may have to be confirmed before the membership is usable. Of
 * concurrent invitations, one succeeds: the one whose password the account has.
 */
export const inviteMember =
  (ports: InviteMemberPorts) =>
  async (principal: Principal, invitation: Invitation): Promise<MemberStanding> => {
    const inviter = allow(principal, 'members.invite');
    const role = invitedRole(invitation.role);
    const email = emailAddress(invitation.email);
    const password = newPassword(invitation.password);
    const isMember = (await ports.memberships.find(inviter.org_id, email)) !== null;
    const isKnown = (await ports.users.find(email)) !== null;
    if (isKnown && isMember) throw rejected('Already a member');
    await countInvitation(ports, inviter);
    const isInvited = isKnown
      ? await addMember(ports, inviter, email, role)
      : await addNewcomer(ports, inviter, email, role, password);
    if (!isInvited) throw rejected('Already a member');
    return memberStanding(await ports.users.find(email), inviter.org_id, ports.confirmationPolicy);
  };

/** Counts the invitation first, so that concurrent requests cannot exceed the limit. */
async function countInvitation(
  { dailyCounts, invitationsPerDay, clock }: InviteMemberPorts,
  { org_id }: OrganisationPrincipal,
) {
  const now = clock.now();
  if (await dailyCounts.countUp(org_id, 'invitations', invitationDay(now), invitationsPerDay)) return;
  throw tooManyInvitations(invitationsPerDay, now);
}

/**
 * Writes the membership before the account, so that of concurrent invitations only one adds both. A membership left
 * without an account by a crash can be invited again.
 */
async function addNewcomer(
  ports: InviteMemberPorts,
  inviter: OrganisationPrincipal,
  email: string,
  role: Role,
  password: string,
): Promise<boolean> {
  const hash = await ports.passwords.hash(hashedPart(password));
  const isFirst = await addMember(ports, inviter, email, role);
  if (await createAccount(ports, inviter, email, hash)) return true;
  // An account created by a concurrent invitation of this organisation has that invitation's password.
  return isFirst && (await ports.users.find(email))?.default_org_id !== inviter.org_id;
}

const createAccount = (
  { users, clock }: InviteMemberPorts,
  { org_id }: OrganisationPrincipal,
  email: string,
  password: string,
): Promise<boolean> =>
  users.add({
    email,
    password,
    created_at: clock.now().toISOString(),
    default_org_id: org_id,
    last_logged_in_at: null,
    unconfirmed: { by: 'invitation', org_id },
  });

const addMember = (
  { memberships, clock }: InviteMemberPorts,
  { org_id }: OrganisationPrincipal,
  email: string,
  role: Role,
): Promise<boolean> => memberships.add({ email, org_id, role, created_at: clock.now().toISOString() });
