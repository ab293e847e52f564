import type { CarrierDialect, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import type { Carrier, CarrierAbilities, Carriers } from '../../../application/ports/carrier.ts';
import type { MediaTicket, Tickets } from '../../../application/ports/tickets.ts';

/** What a webhook of the fake carrier says, as the dialect is to understand it. */
export interface WebhookContent {
  readonly call?: ReturnType<CarrierDialect['readCall']>;
  readonly report?: ReturnType<CarrierDialect['readReport']>;
  readonly key?: string;
  readonly answeredBy?: ReturnType<CarrierDialect['readAnsweredBy']>;
  readonly signature?: 'genuine' | 'forged' | 'unsigned';
}

/** A webhook that says this. */
export const webhookWith = (fields: WebhookContent): CarrierRequest => ({
  method: 'POST',
  url: 'https://voice.example/answer',
  headers: {},
  body: new TextEncoder().encode(JSON.stringify(fields)),
  receivedAt: new Date('2026-03-02T09:00:00.000Z'),
});

const read = (request: CarrierRequest): WebhookContent =>
  JSON.parse(new TextDecoder().decode(request.body)) as WebhookContent;

const dialect: CarrierDialect = {
  provider: 'acme',
  authenticity: (request, auth) => (auth['api_key'] === 'k' ? (read(request).signature ?? 'genuine') : 'unsigned'),
  readCall: (request) => read(request).call ?? null,
  readReport: (request) => read(request).report ?? null,
  readAnsweredBy: (request) => read(request).answeredBy ?? null,
  readPressedKey: (request) => read(request).key ?? null,
  connect: (url) => ({ contentType: 'text/plain', body: `connect ${url}` }),
  reject: (why) => ({ contentType: 'text/plain', body: `turn away: ${why}` }),
  conference: (name) => ({ contentType: 'text/plain', body: `conference ${name}` }),
  speak: ({ text, language, nextUrl }) => ({
    contentType: 'text/plain',
    body: `say ${text} in ${language}, then ${nextUrl}`,
  }),
  promptForKey: ({ text, language, nextUrl, timeoutSeconds }) => ({
    contentType: 'text/plain',
    body: `ask ${text} in ${language}, wait ${timeoutSeconds} s, then ${nextUrl}`,
  }),
};

const ABILITIES: CarrierAbilities = {
  idempotencyMs: 0,
  lookUp: 'none',
  detectsMachines: false,
  transfers: 'numbers_and_sip',
};

/** A carrier `acme` that says in its webhooks what the test wants, and remembers whom it hung up on. */
export class FakeCarrier {
  readonly hungUp: string[] = [];
  /** Fails every hang-up. */
  trouble: Error | null = null;

  readonly carriers: Carriers = {
    dialect: (provider) => (provider === 'acme' ? dialect : null),
    abilities: (provider) => (provider === 'acme' ? ABILITIES : null),
    open: (_provider, auth) =>
      ({
        hangUp: async (sid: string) => {
          if (this.trouble) throw this.trouble;
          this.hungUp.push(`${sid} with ${String(auth['api_key'])}`);
        },
      }) as unknown as Carrier,
  };
}

/** Tickets that say what they are for. */
export const fakeTickets = (): Tickets => ({
  issue: ({ provider, org_id, agent_id, call_id }) => [provider, org_id, agent_id, call_id.slice(-1)].join('.'),
  redeem: (): MediaTicket | null => null,
});
