import { assert } from 'chai';
import type { MediaTicket, Tickets } from '../../application/ports/tickets.ts';
import type { Contract } from '../support/contract.ts';

export interface TicketsInTime {
  readonly tickets: Tickets;
  /** Of another process with the same secret. */
  readonly elsewhere: Tickets;
  /** Of another secret, otherwise the same. */
  readonly foreign: Tickets;
  pass(ms: number): void;
}

const TICKET: MediaTicket = { provider: 'plivo', org_id: 'org-1', agent_id: 'agent "1"', call_id: 'Anruf №1' };

export const ticketsContract: Contract<TicketsInTime> = {
  'let in what they were issued for': async ({ tickets }) => {
    assert.deepEqual(tickets.redeem(tickets.issue(TICKET)), TICKET);
  },

  'fit into the path of a URL as they are': async ({ tickets }) => {
    for (let count = 0; count < 50; count += 1) {
      const ticket = tickets.issue({ ...TICKET, call_id: crypto.randomUUID() });
      assert.match(ticket, /^[A-Za-z0-9._-]+$/);
      assert.isBelow(ticket.length, 400);
    }
  },

  'are different each time, so that two calls of an agent do not share one': async ({ tickets }) => {
    const issued = Array.from({ length: 20 }, () => tickets.issue(TICKET));
    assert.equal(new Set(issued).size, 20);
    for (const ticket of issued) assert.deepEqual(tickets.redeem(ticket), TICKET);
  },

  'let in once': async ({ tickets, pass }) => {
    const ticket = tickets.issue(TICKET);
    tickets.redeem(ticket);
    assert.isNull(tickets.redeem(ticket));
    pass(59_999);
    tickets.redeem(tickets.issue(TICKET));
    assert.isNull(tickets.redeem(ticket), 'also when others were redeemed in the meantime');
  },

  'let in for a minute, and no longer': async ({ tickets, pass }) => {
    const [early, late] = [tickets.issue(TICKET), tickets.issue(TICKET)];
    pass(59_999);
    assert.deepEqual(tickets.redeem(early), TICKET);
    pass(1);
    assert.isNull(tickets.redeem(late));
  },

  'are understood by every process with the same secret, and by no other': async ({ tickets, elsewhere, foreign }) => {
    assert.deepEqual(tickets.redeem(elsewhere.issue(TICKET)), TICKET);
    assert.isNull(tickets.redeem(foreign.issue(TICKET)));
    assert.deepEqual(foreign.redeem(foreign.issue(TICKET)), TICKET);
  },

  'refuses a ticket with one changed character and keeps the original valid': async ({ tickets }) => {
    const ticket = tickets.issue(TICKET);
    for (let at = 0; at < ticket.length; at += 1)
      for (const character of ['A', 'B', '.', '=']) {
        const changed = ticket.slice(0, at) + character + ticket.slice(at + 1);
        if (changed !== ticket) assert.isNull(tickets.redeem(changed), `changed at ${at}`);
      }
    assert.deepEqual(tickets.redeem(ticket), TICKET);
  },

  'answers null for invalid tickets': async ({ tickets }) => {
    const [content, seal] = tickets.issue(TICKET).split('.');
    const texts = ['', '.', '..', 'a.b', `${content}.`, `.${seal}`, `${content}.${seal}.`, `${content}.${seal}=`, '\0'];
    for (const text of [...texts, 'ü'.repeat(5_000), 'A'.repeat(1_000_000)])
      assert.isNull(tickets.redeem(text), text.slice(0, 80));
  },
};
