import { memberStanding } from '../domain/accounts/membership.ts';
import { isAtLeast } from '../domain/accounts/principal.ts';
import type { ConfirmationPolicy } from '../domain/accounts/user.ts';
import type { Log } from './ports/log.ts';
import type { Mail, Mailer } from './ports/mailer.ts';
import type { MembershipRepository } from './ports/memberships.ts';
import type { OrganisationRepository } from './ports/organisations.ts';
import type { UserRepository } from './ports/users.ts';

export interface AdminMailPorts {
  readonly memberships: Pick<MembershipRepository, 'ofOrganisation'>;
  readonly users: Pick<UserRepository, 'findMany'>;
  readonly confirmationPolicy: ConfirmationPolicy;
  readonly organisations: Pick<OrganisationRepository, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Log;
}

/** Most admins that get one mail. */
const MAILS_MAX = 50;

/**
 * Mails each admin of an organisation who has confirmed the address where that is required. Returns whether a mail was
 * sent, or there is no admin. Failures are logged.
 */
export async function mailAdmins(
  { memberships, users, confirmationPolicy, organisations, mailer, log }: AdminMailPorts,
  orgId: string,
  mailTo: (email: string, organisationName: string) => Mail,
): Promise<boolean> {
  const members = await memberships.ofOrganisation(orgId);
  const known = await users.findMany(members.map(({ email }) => email));
  const admins = members
    .filter(({ email, role }) => {
      const user = known.find((each) => each.email === email) ?? null;
      return isAtLeast(role, 'admin') && !memberStanding(user, orgId, confirmationPolicy).pending;
    })
    .slice(0, MAILS_MAX);
  const name = (await organisations.find(orgId))?.name ?? orgId;
  let isSent = admins.length === 0;
  for (const { email } of admins)
    try {
      await mailer.send(mailTo(email, name));
      isSent = true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : null;
      log.error('mail.not_sent', { reason, pii_error: error });
    }
  return isSent;
}
