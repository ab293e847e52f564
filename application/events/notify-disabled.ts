import { memberStanding } from '../../domain/accounts/membership.ts';
import { isAtLeast } from '../../domain/accounts/principal.ts';
import type { ConfirmationPolicy } from '../../domain/accounts/user.ts';
import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { UserRepository } from '../ports/users.ts';
import { disabledMail } from './disabled-mail.ts';

interface Ports {
  readonly eventEndpoints: EventEndpointRepository;
  readonly memberships: Pick<MembershipRepository, 'ofOrganisation'>;
  readonly users: Pick<UserRepository, 'findMany'>;
  readonly confirmationPolicy: ConfirmationPolicy;
  readonly organisations: Pick<OrganisationRepository, 'find'>;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly publicAppUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Notices sent in one run. */
const AT_ONCE = 20;
/** Most mails about one endpoint. */
const MAILS_MAX = 50;
/** When a notice is sent again that was sent to none of the admins, or by a process that crashed, in ms. */
const AGAIN_MS = 10 * 60_000;

/** Mails the admins of organisations whose endpoints were disabled. Each notice is sent by one process at a time. */
export const notifyDisabled = (ports: Ports) => async (): Promise<void> => {
  const { eventEndpoints, clock } = ports;
  for (const endpoint of await eventEndpoints.withNotice(clock.now().toISOString(), AT_ONCE)) {
    const { org_id, endpoint_id, notice_due_at } = endpoint;
    const again = new Date(clock.now().getTime() + AGAIN_MS).toISOString();
    const claimed = { notice_due_at: again };
    if (!(await eventEndpoints.change(org_id, endpoint_id, claimed, notice_due_at ? { notice_due_at } : {}))) continue;
    if (await mailAdmins(ports, endpoint))
      await eventEndpoints.change(org_id, endpoint_id, { notice_due_at: null }, claimed);
  }
};

/** Mails each admin who has confirmed the address where that is required. Whether a mail was sent, or there is no admin. */
async function mailAdmins(ports: Ports, endpoint: EventEndpoint): Promise<boolean> {
  const { memberships, organisations, mailer, publicAppUrl, log } = ports;
  const members = await memberships.ofOrganisation(endpoint.org_id);
  const users = await ports.users.findMany(members.map(({ email }) => email));
  const admins = members
    .filter(({ email, role }) => {
      const user = users.find((each) => each.email === email) ?? null;
      return isAtLeast(role, 'admin') && !memberStanding(user, endpoint.org_id, ports.confirmationPolicy).pending;
    })
    .slice(0, MAILS_MAX);
  const name = (await organisations.find(endpoint.org_id))?.name ?? endpoint.org_id;
  let isSent = admins.length === 0;
  for (const { email } of admins)
    try {
      await mailer.send(disabledMail(email, endpoint, name, publicAppUrl));
      isSent = true;
    } catch (error) {
      const reason = error instanceof Error ? error.message : null;
      log.error('mail.not_sent', { reason, pii_error: error });
    }
  return isSent;
}
