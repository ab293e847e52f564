import type { Tickets } from '../../application/ports/tickets.ts';

/** Readable tickets that can be used repeatedly. */
export const fakeTickets = (): Tickets => ({
  issue: (ticket) => JSON.stringify(ticket),
  redeem: (text) => JSON.parse(text) as ReturnType<Tickets['redeem']>,
});
