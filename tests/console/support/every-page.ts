import type { Page } from 'playwright-core';
import { starterAgent } from '../../../console/src/pages/agents/starter-agent.ts';
import { eventually } from '../../support/eventually.ts';
import { settled } from './chromium.ts';
import { consoleOfSuite, type Account, type Stage } from './stage.ts';
import { attachTelephone } from './telephone.ts';

const SUITE = `title: Tables
personas: { ada: { script: [{ when: how many, say: for four, end: true }], otherwise: a table please } }
conversations: [{ title: a table is booked, persona: ada, expect: { says: [Your table is booked] } }]
`;
const LIST = 'phone_number,name\n+14155550101,Ada\n';
const TABS = [
  ...['models', 'behaviour', 'speech', 'knowledge', 'variables', 'tools', 'web'],
  ...['stages', 'telephone', 'analysis', 'json'],
];

/** The areas of the console. */
export const AREAS = ['agents', 'forms of agents', 'calls and campaigns', 'rehearsals', 'the rest'] as const;

/** An organisation that has one of everything, and the addresses of all its pages. */
export interface FullOrganisation {
  readonly account: Account;
  /** The pages of one of a kind. */
  readonly pageOf: Readonly<Record<'agent' | 'call' | 'campaign' | 'endpoint' | 'suite' | 'run', string>>;
  readonly paths: Readonly<Record<(typeof AREAS)[number], readonly string[]>>;
}

/** The console and a browser for the tests of the enclosing suite, and an organisation with one of everything. */
export function fullConsoleOfSuite(): { readonly stage: () => Stage; readonly all: () => FullOrganisation } {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let all: FullOrganisation | null = null;
  before(async () => {
    all = await fullOrganisation(stage());
  });
  return { stage, all: () => all as FullOrganisation };
}

/** Makes an organisation with one of everything. Needs the simulator and the runtime. */
async function fullOrganisation({ signUp }: Stage): Promise<FullOrganisation> {
  const account = await signUp();
  const { api } = account;
  const { agentId } = await attachTelephone(account);
  const { source_id } = await api.upload<{ source_id: string }>('/campaign/upload', 'guests.csv', new Blob([LIST]));
  const campaign = { name: 'Spring', agent_id: agentId, source_id };
  const { campaign_id } = await api.ask<{ campaign_id: string }>('POST', '/campaign/create', campaign);
  const phoned = { agent_id: agentId, to_number: '+14155550101' };
  const { call_id } = await api.ask<{ call_id: string }>('POST', '/calls/outbound', phoned);
  const endpoint = { url: 'https://crm.example.com/events', event_types: ['call.ended'] };
  const { endpoint_id } = await api.ask<{ endpoint_id: string }>('POST', '/event-endpoints', endpoint);
  const { suite_id, conversation } = await rehearsed(api);
  await addVersions(api, agentId);
  await addToRest(api);
  const agent = `/agents/${agentId}`;
  const run = conversation.replace(/\/[^/]+$/, '');
  return {
    account,
    pageOf: {
      ...{ agent, call: `/calls/${call_id}`, campaign: `/campaigns/${campaign_id}`, run },
      ...{ endpoint: `/webhooks/${endpoint_id}`, suite: `/rehearsals/${suite_id}` },
    },
    paths: {
      agents: ['/', '/agents', '/agents/new', `${agent}/talk`, `${agent}/versions`, `${agent}/draft`],
      'forms of agents': [agent, ...TABS.map((tab) => `${agent}?tab=${tab}`)],
      'calls and campaigns': [
        ...['/calls', `/calls/${call_id}`, '/campaigns', '/campaigns/new', `/campaigns/${campaign_id}`],
      ],
      rehearsals: [
        ...['/rehearsals', '/rehearsals/new', `/rehearsals/${suite_id}`, `/rehearsals/${suite_id}/edit`],
        ...[run, conversation],
      ],
      'the rest': [
        ...['/knowledge', '/numbers', '/credentials', '/webhooks', `/webhooks/${endpoint_id}`],
        ...['/members', '/costs', '/privacy', '/nowhere'],
      ],
    },
  };
}

/** A second version of an agent, and a draft. */
async function addVersions(api: Account['api'], agentId: string): Promise<void> {
  const { config } = await api.ask<{ config: { prompts: object } }>('GET', `/agents/${agentId}`);
  const greeted = (greeting_message: string) => ({
    config: { ...config, prompts: { ...config.prompts, greeting_message } },
  });
  await api.ask('PATCH', `/agents/${agentId}`, greeted('Good morning.'));
  await api.ask('PUT', `/agents/${agentId}/draft`, greeted('Good evening.'));
}

/** A document, a key of the API, a secret of tools, and a second member. */
async function addToRest(api: Account['api']): Promise<void> {
  await api.upload('/knowledge/upload', 'hours.txt', new Blob(['We are open from nine to five.']));
  await api.ask('POST', '/api-keys', { name: 'CRM', scopes: ['agents.read'] });
  await api.ask('POST', '/tool-secrets', { name: 'crm', value: 'sk-used-1234', hosts: ['crm.example.com'] });
  await api.ask('POST', '/members/invite', {
    email: `${crypto.randomUUID()}@example.com`,
    password: 'a first password',
  });
}

/** A suite, and the address of a conversation that was held with it. */
async function rehearsed(api: Account['api']) {
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', starterAgent([]));
  const written = { agent_id, source: SUITE };
  const { suite_id } = await api.ask<{ suite_id: string }>('POST', '/rehearsal-suites', written);
  const { run_id } = await api.ask<{ run_id: string }>('POST', `/rehearsal-suites/${suite_id}/runs`, {
    compare: 1,
  });
  const first = await eventually(async () => {
    const { state } = await api.ask<{ state: string }>('GET', `/rehearsal-runs/${run_id}`);
    if (state !== 'completed') return null;
    return (
      await api.ask<{ conversations: readonly { conversation_id: string }[] }>(
        'GET',
        `/rehearsal-runs/${run_id}/conversations`,
      )
    ).conversations[0];
  }, 'the end of a run');
  return { suite_id, conversation: `/rehearsals/runs/${run_id}/${first.conversation_id}` };
}

/** Waits until the page that is open has all that it shows: what comes later would be counted before it is there. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await settled(page);
}
