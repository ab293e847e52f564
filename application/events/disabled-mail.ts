import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import { escapedHtml } from '../escaped-html.ts';
import type { Mail } from '../ports/mailer.ts';

/** The mail that tells an admin that an endpoint was disabled, and how to enable it. */
export function disabledMail(to: string, endpoint: EventEndpoint, organisation: string, publicAppUrl: string): Mail {
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
