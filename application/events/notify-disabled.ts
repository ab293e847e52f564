import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import { escapedHtml } from '../escaped-html.ts';
import { mailAdmins, type AdminMailPorts } from '../mail-admins.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventEndpointRepository } from '../ports/event-endpoints.ts';
import type { Mail } from '../ports/mailer.ts';
import { isoAfter } from '../../domain/expiry.ts';

interface Ports extends AdminMailPorts {
  readonly eventEndpoints: EventEndpointRepository;
  readonly publicAppUrl: string;
  readonly clock: Clock;
}

/** Notices sent in one run. */
const AT_ONCE = 20;
/** When a notice is sent again that was sent to none of the admins, or by a process that crashed, in ms. */
const AGAIN_MS = 10 * 60_000;

/** Mails the admins of organisations whose endpoints were disabled. Each notice is sent by one process at a time. */
export const notifyDisabled = (ports: Ports) => async (): Promise<void> => {
  const { eventEndpoints, publicAppUrl, clock } = ports;
  for (const endpoint of await eventEndpoints.withNotice(clock.now().toISOString(), AT_ONCE)) {
    const { org_id, endpoint_id, notice_due_at } = endpoint;
    const again = isoAfter(clock.now(), AGAIN_MS);
    const claimed = { notice_due_at: again };
    if (!(await eventEndpoints.change(org_id, endpoint_id, claimed, notice_due_at ? { notice_due_at } : {}))) continue;
    if (await mailAdmins(ports, org_id, (email, name) => disabledMail(email, endpoint, name, publicAppUrl)))
      await eventEndpoints.change(org_id, endpoint_id, { notice_due_at: null }, claimed);
  }
};

/** The mail that tells an admin that an endpoint was disabled, and how to enable it. */
function disabledMail(to: string, endpoint: EventEndpoint, organisation: string, publicAppUrl: string): Mail {
  const link = `${publicAppUrl}/webhooks/${endpoint.endpoint_id}`;
  const fact = `The webhook endpoint ${endpoint.url} of ${organisation} was disabled. It gets no events.`;
  const reason = REASONS[endpoint.disabled_reason === 'gone' ? 'gone' : 'failing'];
  return {
    to,
    subject: 'A webhook endpoint was disabled',
    text: [fact, reason, `${ADVICE}\n\n${link}`, ''].join('\n\n'),
    html:
      `<p>${escapedHtml(fact)}</p>\n<p>${reason}</p>\n` +
      `<p>${ADVICE}</p>\n<p><a href="${escapedHtml(link)}">Show the endpoint</a></p>\n`,
  };
}

const REASONS = {
  failing: 'Its server has accepted no event for five days.',
  gone: 'Its server answered with the status 410 Gone, which asks for no further events.',
} as const;

const ADVICE = 'Repair the server, enable the endpoint, and send the events that were parked again:';
