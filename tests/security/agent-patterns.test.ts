import { assert } from 'chai';
import { handoverFields } from '../../domain/voice/handover-tool.ts';
import type { StageField } from '../../domain/agents/stage-fields.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld } from '../support/world.ts';
import { boundedBy } from './watched-loop.ts';

type Config = Record<string, unknown>;

/** About as many states as a pattern may have, all of them reached at each character. */
const LARGE = '(?:a|b|c|ab|bc|ca){1,110}x';
/** As many characters as a pattern may have, of classes that take long to read. */
const PROPERTIES = '[\\p{L}\\p{N}\\p{S}]'.repeat(29);
const [STAGES, FIELDS, TRANSITIONS, CONDITIONS, TARGETS] = [30, 20, 12, 5, 10];

const times = <T>(length: number, of: (at: number) => T): T[] => Array.from({ length }, (_, at) => of(at));
const field = (name: string, pattern: string): Config => ({ name, description: 'd', pattern, max_length: 500 });
/** Fields whose patterns are all different, so that nothing is known of them yet. */
const fields = (count: number, pattern: string, prefix = 'f'): Config[] =>
  times(count, (at) => field(`${prefix}${at}`, `${pattern}${prefix}${at}`));
const toNext = (at: number, more: object = {}): Config => ({
  ...{ to: `s${(at + 1) % STAGES}`, on: 'call', description: 'd' },
  ...more,
});
const stages = (of: (at: number) => Config): Config => ({
  stages: times(STAGES, (at) => ({ id: `s${at}`, transitions: [toNext(at)], ...of(at) })),
});
/** Rules of a script with as many states as it may have. */
const rules = (pattern: string, count: number): Config => ({
  provider: 'script',
  rules: times(count, (at) => ({ when: `${pattern}${at}`, say: 'a' })),
});

/** Parts of a good configuration, and how it is answered. */
const CONFIGS: Readonly<Record<string, readonly [status: number, parts: Config]>> = {
  'fields with large patterns in all stages': [422, stages((at) => ({ fields: fields(FIELDS, LARGE, `s${at}_`) }))],
  'as many fields with large patterns as there may be': [
    422,
    stages((at) => (at === 0 ? { fields: fields(20, LARGE) } : {})),
  ],
  'conditions that are compared with a large pattern': [
    422,
    stages((at) => ({
      ...(at === 0 && { fields: [field('code', LARGE)] }),
      transitions: times(TRANSITIONS, () =>
        toNext(at, {
          when: times(CONDITIONS, (condition) => ({ field: 'code', is: `${'abc'.repeat(160)}${condition}` })),
        }),
      ),
    })),
  ],
  'models in all stages with large rules': [201, stages(() => ({ llm_config: rules(LARGE, 3) }))],
  'models in all stages with rules of character properties': [
    201,
    stages(() => ({ llm_config: rules(PROPERTIES, 10) })),
  ],
  'models in all stages with three times as many': [422, stages(() => ({ llm_config: rules(PROPERTIES, 30) }))],
  'targets of handovers with large patterns': [
    422,
    {
      handover: {
        targets: times(TARGETS, (at) => ({
          ...{ name: `t${at}`, agent_id: `a${at}`, description: 'd' },
          fields: fields(FIELDS, LARGE, `t${at}_`),
        })),
      },
    },
  ],
};

describe('worst-case patterns of an agent', () => {
  let fixture: AgentFixture;
  before(async () => (fixture = await openAgentFixture(await openWorld())));

  for (const [what, [status, parts]] of Object.entries(CONFIGS))
    it(`do not delay others: ${what}`, async () => {
      const config = { ...testConfig(), ...parts };
      const raw = Buffer.from(JSON.stringify({ name: 'Worst', agent_category: 'websocket', config }));
      await boundedBy(async () => {
        const answer = await fixture.ask('POST', '/agents', { raw, headers: { 'content-type': 'application/json' } });
        assert.equal(answer.status, status, answer.text.slice(0, 500));
        const { agent_id } = answer.body as { agent_id?: string };
        if (agent_id !== undefined) await fixture.ask('DELETE', `/agents/${agent_id}`);
      });
    });

  it('do not delay others with the values of a handover', () => {
    const known = { required: true, confirm: false, filled_by: 'caller', attempts: 3, type: 'text' } as const;
    const many = times(FIELDS, (at): StageField => ({
      ...{ ...known, name: `f${at}`, description: 'd', max_length: 500, pattern: `${LARGE}${at}` },
    }));
    const given = Object.fromEntries(many.map(({ name }) => [name, 'abc'.repeat(166)]));
    const target = { name: 't', agent_id: 'a', description: 'd', context: 'all', may_return: false } as const;
    return boundedBy(async () => {
      const taken = handoverFields({ ...target, fields: many }, given, {});
      assert.include('reason' in taken ? taken.reason : '', 'f19 must be shorter, or the patterns simpler');
      const simple = { ...many[19]!, pattern: 'abc' };
      const other = handoverFields({ ...target, fields: [...many.slice(0, 19), simple] }, { ...given, f19: 'abc' }, {});
      assert.notInclude('reason' in other ? other.reason : 'f19', 'f19');
    });
  });
});
