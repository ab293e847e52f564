import { checkList } from '../../application/campaigns/check-list.ts';
import { fairListChecker } from '../../application/campaigns/fair-list-checker.ts';
import { unlimited } from '../../bootstrap/rehearsal/rehearsal-surroundings.ts';
import type { CallAnalysisRepository } from '../../application/ports/call-analyses.ts';
import type { Row } from '../../application/ports/csv.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { fakeIds } from '../support/fake-ids.ts';
import type { ContactList } from './plan.ts';
import { rememberingLog } from '../support/remembering-log.ts';

const ROWS_AT_ONCE = 4;
/** In how many batches a list is read at most. */
const BATCHES_MAX = 10;

/** What is around the engine and never goes wrong: agents in every organisation, and the contact lists. */
export type Surroundings = ReturnType<typeof surroundings>;

export function surroundings(
  limits: Readonly<Record<string, number>>,
  sources: Readonly<Record<string, ContactList>>,
  callAnalyses: Pick<CallAnalysisRepository, 'find'>,
) {
  const { log } = rememberingLog();
  return {
    log,
    callAnalyses,
    agentVersions: { find: async () => null },
    ids: fakeIds(),
    organisations: {
      add: async () => undefined,
      findMany: async () => [],
      remove: async () => false,
      find: async (org_id: string) => ({
        org_id,
        name: org_id,
        created_by_email: 'ada@example.com',
        created_at: '',
        concurrent_call_limit: limits[org_id] ?? 1,
      }),
    },
    limits: { concurrentCallsPerOrganisation: 10, shares: { anonymous: 50, unsigned: 30, page: 80 } },
    quotas: unlimited,
    voiceServer: { baseUrl: 'https://voice.example.com' },
    agents: { find: async (org_id: string, agentId: string) => agentOf(org_id, agentId) } as never,
    objects: {
      root: 'file://bucket/',
      put: async () => undefined,
      open: async (key: string) => ({ size: 1, bytes: listed(sources[key]) }),
    } as never,
    csvParser: { rows: tableRows },
    fairListChecker: fairListChecker({
      listChecker: checkList({ csvParser: { rows: tableRows }, timeZones: { offsetAt } }),
    }),
    earlierConversations: { variablesOf: async (_orgId: string, callId: string) => ({ earlier_call: callId }) },
    numberFormat: { e164: (text: string) => text },
    timeZones: { offsetAt },
    numberPlan: { placeOf },
    holidays: { nameOf: (countries: readonly string[], day: string) => (isHoliday(countries, day) ? 'Holiday' : null) },
  };
}

/** Minutes ahead of UTC. Every other zone is UTC. */
export const offsetAt = (zone: string): number => ({ East: 180, West: -240 })[zone] ?? 0;

/** Numbers are in the east, in the west, in either or nowhere, by their last digit. */
export function placeOf(number: string): { readonly zones: readonly string[]; readonly countries: readonly string[] } {
  const last = Number(number.at(-1));
  if (last === 0) return { zones: [], countries: [] };
  const zones = [['East'], ['West'], ['East', 'West']][last % 3]!;
  return { zones, countries: zones.map((zone) => zone.toUpperCase()) };
}

/** The first day of a simulation is a holiday in the east. */
export const isHoliday = (countries: readonly string[], day: string): boolean =>
  countries.includes('EAST') && day === '2026-03-02';

/** The other columns of a contact. */
const columnsOf = (index: number): readonly string[] => [
  index % 4 === 1 ? 'West' : '',
  index % 5 === 2 ? 'no' : 'Yes',
  ['', '2026-03-01', '2026-12-31'][index % 3]!,
];

/** The organisation's own number. */
export const numberOf = (orgId: string): string => `+155500${orgId.slice(1).padStart(5, '0')}`;
/** Whose number it is. */
export const orgOf = (number: string): string => `o${Number(number.slice(7))}`;

/** The number of a campaign's contact. */
export const contactNumber = (source: number, index: number): string =>
  `+1${String(200 + source)}${String(5_550_000 + index)}`;

const agentOf = (org_id: string, agent_id: string): Agent =>
  ({
    agent_id,
    org_id,
    name: 'Agent',
    status: 'active',
    agent_category: 'telephony',
    linked_phone_number: numberOf(org_id),
    telephony: { provider: 'plivo', application_id: 'app', answer_url: 'https://voice.example.com/answer' },
    config: {},
  }) as unknown as Agent;

/** A contact list is what makes up its numbers, and how many there are. */
async function* listed(list: ContactList = { numbers: 0, contacts: 0 }): AsyncIterable<Uint8Array> {
  yield new TextEncoder().encode(JSON.stringify(list));
}

async function* tableRows(bytes: AsyncIterable<Uint8Array>): AsyncIterable<readonly Row[]> {
  for await (const list of bytes) {
    const { numbers, contacts } = JSON.parse(new TextDecoder().decode(list)) as ContactList;
    yield [['phone_number', 'name', 'timezone', 'consent', 'expires']];
    const atOnce = Math.max(ROWS_AT_ONCE, contacts / BATCHES_MAX);
    for (let from = 0; from < contacts; from += atOnce)
      yield Array.from({ length: Math.min(atOnce, contacts - from) }, (_, at) => [
        contactNumber(numbers, from + at),
        `Contact ${from + at}`,
        ...columnsOf(from + at),
      ]);
  }
}

/** What is measured later differs. */
export const measurement = (duration: number): CallMetricsBody => ({
  summary: { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: duration },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
});
