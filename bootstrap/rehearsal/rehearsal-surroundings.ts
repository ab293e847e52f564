import type { CampaignMeter } from '../../application/ports/meters.ts';
import type { RehearsalPlan } from '../../application/ports/rehearsals.ts';
import type { Log } from '../../application/ports/log.ts';
import type { QuotaKeeper } from '../../application/ports/quotas.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { rowLine } from '../../domain/campaigns/erased-contacts.ts';
import { PHONE } from '../../domain/campaigns/contacts.ts';
import { failed } from '../../domain/errors.ts';

const nothing = (): void => undefined;
/** The number of an agent by its place in the plan. */
export const numberOf = (place: number): string => `+1555010000${place}`;
/** A name that is never resolved: no request is sent to it. */
const NOWHERE = 'https://rehearsal.invalid';

/** Quotas do not limit a rehearsal. The preview names those that would. */
export const unlimited: QuotaKeeper = {
  reserve: async () => ({ commit: async () => undefined, release: async () => undefined }),
  passagesFor: async () => () => undefined,
  requireCall: async () => undefined,
  callsLeft: async () => Infinity,
  addRecorded: async () => undefined,
  removeBytes: async () => undefined,
  removeCall: async () => undefined,
  usage: async () => {
    throw failed('Quotas are not counted in a rehearsal');
  },
};

/** The dials of a rehearsal are not in the metrics. */
export const unmetered: CampaignMeter = { dialled: nothing, answered: nothing, outcomesRecorded: nothing };

/** What is around the engine: the organisation, the agent, quotas, and a log of errors only. */
export const rehearsalSurroundings = (plan: RehearsalPlan, onFault: (fault: unknown) => void) => ({
  log: errorsOf(onFault),
  campaignMeter: unmetered,
  quotas: unlimited,
  // Callees of a population ask for no callbacks.
  earlierConversations: { variablesOf: async () => ({}) },
  callAnalyses: { find: async () => null },
  agentVersions: { find: async () => null },
  voiceServer: { baseUrl: NOWHERE },
  limits: { concurrentCallsPerOrganisation: plan.concurrentCalls, shares: { anonymous: 50, unsigned: 30, page: 80 } },
  organisations: {
    find: async (org_id: string) => ({
      ...{ org_id, name: 'Rehearsal', created_by_email: plan.campaign.created_by, created_at: plan.start },
      concurrent_call_limit: plan.concurrentCalls,
    }),
  } as never,
  agents: { find: async (_orgId: string, agentId: string) => agentOf(plan, agentId) } as never,
});

function errorsOf(onFault: (fault: unknown) => void): Log {
  const log: Log = {
    ...{ debug: nothing, info: nothing, warn: nothing },
    error: (name, fields) => onFault({ name, ...fields }),
    child: () => log,
  };
  return log;
}

function agentOf({ agents, campaign }: RehearsalPlan, agentId: string): Agent {
  const place = Math.max(
    0,
    agents.findIndex(({ agent_id }) => agent_id === agentId),
  );
  const { agent_id, name, provider, ringSeconds } = agents[place]!;
  return {
    ...{ agent_id, org_id: campaign.org_id, name, status: 'active' },
    ...{ agent_category: 'telephony', linked_phone_number: numberOf(place) },
    telephony: { provider, application_id: 'rehearsal', answer_url: NOWHERE },
    config: ringSeconds === null ? {} : { limits: { ring_seconds: ringSeconds } },
  } as unknown as Agent;
}

/** The store with the contact list, which the engine reads as any other. */
export const contactList = (plan: RehearsalPlan) =>
  ({
    root: 'rehearsal://',
    open: async () => ({ size: 0, bytes: listBytes(plan) }),
  }) as never;

/** Rows encoded at once. */
const ROWS = 100;

async function* listBytes({ contacts }: RehearsalPlan): AsyncIterable<Uint8Array> {
  const columns = [...new Set(contacts.flatMap(({ context_variables }) => Object.keys(context_variables)))];
  yield Buffer.from(rowLine([PHONE, ...columns]));
  for (let from = 0; from < contacts.length; from += ROWS)
    yield Buffer.from(
      contacts
        .slice(from, from + ROWS)
        .map(({ phone_number, context_variables }) =>
          rowLine([phone_number, ...columns.map((column) => context_variables[column] ?? '')]),
        )
        .join(''),
    );
}
