import { assert } from 'chai';
import { hmacTickets } from '../../adapters/tickets/hmac.ts';
import type { MediaTicket, Tickets } from '../../application/ports/tickets.ts';
import { ticketsContract, type TicketsInTime } from '../contracts/tickets.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock, type FakeClock } from '../support/fake-clock.ts';

const SECRET = 'the internal key of the tests';

const inTime =
  (make: (secret: string, clock: FakeClock) => Tickets = hmacTickets) =>
  (): TicketsInTime => {
    const clock = fakeClock();
    return {
      tickets: make(SECRET, clock),
      elsewhere: make(SECRET, clock),
      foreign: make('another secret', clock),
      pass: (ms) => clock.advance(ms),
    };
  };

/** Tickets that are merely written down, in words that fit no URL. */
const unsealed = (): Tickets => ({
  issue: (ticket) => JSON.stringify(ticket),
  redeem: (text) => (text === '' ? null : (JSON.parse(text) as MediaTicket)),
});

/** Tickets that are valid and expire, but can be redeemed any number of times. */
const everlasting = (secret: string, clock: FakeClock): Tickets => {
  const { issue } = hmacTickets(secret, clock);
  return {
    issue,
    redeem: (text) => {
      const [, , provider, org_id, agent_id, call_id] = JSON.parse(
        Buffer.from(text.split('.')[0] ?? '', 'base64url').toString(),
      ) as string[];
      return { provider, org_id, agent_id, call_id } as MediaTicket;
    },
  };
};

/** Tickets that are never accepted. */
const closed = (secret: string, clock: FakeClock): Tickets => ({ ...hmacTickets(secret, clock), redeem: () => null });

describe('tickets: hmac', () => {
  keeps(ticketsContract, inTime());

  it('are valid in one process only without a secret', () => {
    const [here, elsewhere] = [hmacTickets('', fakeClock()), hmacTickets('', fakeClock())];
    const ticket: MediaTicket = { provider: 'plivo', org_id: 'o', agent_id: 'a', call_id: 'c' };
    assert.isNull(elsewhere.redeem(here.issue(ticket)));
    assert.deepEqual(here.redeem(here.issue(ticket)), ticket);
  });
});

describe('tickets: the contract', () => bites(ticketsContract, inTime(unsealed), inTime(everlasting), inTime(closed)));
