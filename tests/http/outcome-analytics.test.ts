import { parse } from 'csv-parse/sync';
import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { endedCall } from '../support/ended-call.ts';
import { JUDGING } from '../support/judging.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

interface Analysis {
  readonly call_id: string;
  readonly status: string;
  readonly result: {
    readonly success: string;
    readonly success_reason: string;
    readonly summary: string;
    readonly fields: Readonly<Record<string, unknown>>;
  } | null;
}

/** A call as the test made it. */
interface Made {
  readonly id: string;
  readonly agent: string;
  readonly span: number;
  readonly success: 'yes' | 'no' | 'unknown' | null;
  readonly weekday: string | null;
}

/** Time between two spans: they are shorter than a token lasts. In ms. */
const SPAN_MS = 60_000;
/** What callers of each span say, for one agent and the other. */
const CALLS: readonly (readonly (readonly string[])[])[] = [
  [
    ['a table for 4 on Friday', 'no table', 'a table for 2 on Monday'],
    ['no table', 'nonsense'],
  ],
  [
    ['a table for 3 on Friday', 'no table'],
    ['a table for 6 on friday', '=SUM'],
  ],
  [
    ['no table', 'nonsense'],
    ['a table for 1 on Monday', 'no table', 'no table'],
  ],
];

/** A value as the text of a cell. */
const cellOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

describe('analytics of outcomes', () => {
  let world: World;
  let ada: AgentFixture;
  let agents: readonly string[];
  const made: Made[] = [];
  const times: string[] = [];
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    const config = { ...testConfig(), analysis: JUDGING };
    const other = await ada.post<{ agent_id: string }>('/agents', { name: 'Bar', agent_category: 'websocket', config });
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config } });
    agents = [ada.agentId, other.agent_id];
    for (const [span, ofAgents] of CALLS.entries()) {
      times.push(world.ports.clock.now().toISOString());
      for (const [at, callers] of ofAgents.entries()) for (const words of callers) await end(agents[at]!, span, words);
      world.ports.clock.advance(SPAN_MS);
    }
    times.push(world.ports.clock.now().toISOString());
    await world.ports.analysisWorker.tick();
  });

  async function end(agent: string, span: number, words: string): Promise<void> {
    world.ports.clock.advance(1_000);
    const registerCall = async () => (await ada.post<{ call_id: string }>('/calls/web', { agent_id: agent })).call_id;
    const id = await endedCall(world, { ...ada, registerCall }, words);
    const success = words.includes('table for')
      ? 'yes'
      : words === 'no table'
        ? 'no'
        : words === '=SUM'
          ? 'unknown'
          : null;
    const weekday = /on (\w+)$/.exec(words)?.[1] ?? (words === '=SUM' ? '=1+1' : null);
    made.push({ id, agent, span, success, weekday });
  }
  const get = async <T>(path: string): Promise<T> => {
    const { status, body, text } = await ada.ask('GET', path);
    assert.equal(status, 200, text);
    return body as T;
  };
  const org = (rest: string): string => `/calls/org/${ada.org_id}${rest}`;
  /** The counts that these calls have. */
  const countsOf = (calls: readonly Made[]) => {
    const of = (wanted: Made['success']) => calls.filter(({ success }) => success === wanted).length;
    const [yes, no, unknown, failed] = [of('yes'), of('no'), of('unknown'), of(null)];
    const rate = yes + no === 0 ? null : Number(((100 * yes) / (yes + no)).toFixed(1));
    return { analysed: yes + no + unknown, pending: 0, failed, success: { yes, no, unknown }, success_rate: rate };
  };
  /** Each filter that the counts take, and the calls it selects. */
  const filters = () =>
    [undefined, ...agents].flatMap((agent) =>
      [0, 1, 2, 3].flatMap((from) =>
        [0, 1, 2, 3].map((to) => ({
          query: [...(agent ? [`agent_id=${agent}`] : []), `from=${times[from]}`, `to=${times[to]}`].join('&'),
          wanted: made.filter((call) => (!agent || call.agent === agent) && call.span >= from && call.span < to),
        })),
      ),
    );

  it('have the success rate and the counts of each agent and span of time', async () => {
    for (const { query, wanted } of [{ query: '', wanted: made }, ...filters()]) {
      const { agents: listed, ...sums } = await get<{ agents: { agent_id: string }[] }>(org(`/outcomes?${query}`));
      assert.deepEqual(sums, countsOf(wanted), query);
      const present = agents.filter((agent) => wanted.some((call) => call.agent === agent));
      assert.sameDeepMembers(
        listed,
        present.map((agent_id) => ({
          ...{ agent_id, agent_name: agent_id === ada.agentId ? 'Desk' : 'Bar' },
          ...countsOf(wanted.filter(({ agent }) => agent === agent_id)),
        })),
        query,
      );
    }
    assert.equal(countsOf(made).success_rate, 45.5, 'the calls of the test differ');
  });

  it('add up over time to the whole', async () => {
    const whole = await get<{ analysed: number; failed: number }>(org('/outcomes'));
    const daily = await Promise.all(
      CALLS.map((_, span) => get<typeof whole>(org(`/outcomes?from=${times[span]}&to=${times[span + 1]}`))),
    );
    for (const count of ['analysed', 'failed'] as const)
      assert.equal(
        daily.reduce((sum, each) => sum + each[count], 0),
        whole[count],
      );
  });

  it('count calls by the value of an extracted field, with every other filter', async () => {
    for (const weekday of ['Friday', '=1+1'])
      for (const { query, wanted } of filters())
        for (const success of [undefined, 'yes'] as const) {
          const field = `field=day:${encodeURIComponent(weekday)}`;
          const path = org(`?${query}&${field}&limit=100${success ? `&success=${success}` : ''}`);
          const { calls, total } = await get<{ calls: { call_id: string }[]; total: number }>(path);
          const found = wanted.filter(
            (call) => call.weekday?.toLowerCase() === weekday.toLowerCase() && (!success || call.success === success),
          );
          assert.equal(total, found.length, path);
          assert.sameMembers(
            calls.map(({ call_id }) => call_id),
            found.map(({ id }) => id),
          );
        }
  });

  it('are exported as CSV exactly as the API answers them, call by call', async () => {
    for (const query of [
      '',
      `agent_id=${agents[1]}`,
      `from=${times[1]}&to=${times[2]}`,
      'success=no',
      'field=day:friday',
    ]) {
      const { text } = await ada.ask('GET', org(`/export?${query}`));
      const rows = parse<Record<string, string>>(text, { columns: true });
      const { calls } = await get<{ calls: Record<string, unknown>[] }>(org(`?${query}&limit=100`));
      assert.deepEqual(
        rows.map(({ call_id }) => call_id),
        calls.map(({ call_id }) => call_id as string),
        query,
      );
      for (const [at, row] of rows.entries()) {
        const { status, result } = await get<Analysis>(`/calls/${row['call_id']}/analysis`);
        const fields = result?.fields ?? {};
        const call = calls[at]!;
        const { success, success_reason, summary } = result ?? {};
        for (const [column, value] of Object.entries({
          ...{ status: call['status'], agent_name: call['agent_name'], created_at: call['created_at'] },
          ...{ analysis: status, success, success_reason, summary },
          ...{ 'fields.day': fields['day'], 'fields.guests': fields['guests'], 'fields.dishes': fields['dishes'] },
        }))
          // A cell that a spreadsheet would run begins with an apostrophe.
          assert.equal(row[column]?.replace(/^'(?==)/, ''), cellOf(value), `${column} of ${row['call_id']}`);
      }
    }
  });
});
