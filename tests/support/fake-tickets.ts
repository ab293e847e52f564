import type { Tickets } from '../../application/ports/tickets.ts';

/** Tickets that say in plain words what they are for, so that a test can read them. They are never used up. */
export const fakeTickets = (): Tickets => ({
  issue: (ticket) => JSON.stringify(ticket),
  redeem: (text) => JSON.parse(text) as ReturnType<Tickets['redeem']>,
});
