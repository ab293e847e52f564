import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { openWorld, type World } from '../support/world.ts';
import { boundedBy } from './watched-loop.ts';

/** The longest text of a suite. */
const LONGEST = 100_000;
const PERSONAS = { p: { script: [{ when: 'a', say: 'b' }] } };
/** Patterns that are all different, with about as many states as there may be. */
const patterns = (count: number, from: number): string[] =>
  Array.from({ length: count }, (_, at) => `/(?:a|b){1,490}${from + at}/`);

/** As many conversations as fit. */
function filled(conversation: (at: number) => object): string {
  const textOf = (count: number): string =>
    JSON.stringify({
      ...{ title: 't', personas: PERSONAS },
      conversations: Array.from({ length: count }, (_, at) => ({ title: `c${at}`, persona: 'p', ...conversation(at) })),
    });
  const each = textOf(2).length - textOf(1).length + 5;
  return textOf(Math.floor((0.9 * LONGEST) / each));
}

const SUITES: Readonly<Record<string, readonly [status: number, source: string]>> = {
  'full of large patterns': [201, filled((at) => ({ expect: { says: patterns(50, at * 50) } }))],
  'full of lists': [422, `title: t\nconversations: [${'[],'.repeat(33_000)}]`],
  'full of maps': [422, `title: t\nconversations: [${'{},'.repeat(33_000)}]`],
  'full of numbers': [422, `title: t\nconversations:\n${'- 1\n'.repeat(24_000)}`],
  'full of conversations that have unknown fields': [422, filled(() => ({ unknown: 1 }))],
};

describe('longest suites of rehearsals', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  const create = (source: string) =>
    fixture.ask('POST', '/rehearsal-suites', { body: { agent_id: fixture.agentId, source } });

  for (const [what, [status, source]] of Object.entries(SUITES))
    it(`do not delay others when they are ${what}`, () =>
      boundedBy(async () => {
        const answer = await create(source);
        assert.equal(answer.status, status, answer.text.slice(0, 300));
        const { suite_id } = answer.body as { suite_id?: string };
        if (suite_id !== undefined) await fixture.ask('DELETE', `/rehearsal-suites/${suite_id}`);
      }));

  it('are read four at a time for an organisation, and one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(TABLE_SUITE)));
    const refused = answers.filter(({ status }) => status === 429);
    assert.lengthOf(refused, 2);
    for (const { body } of refused) assert.match((body as { detail: string }).detail, /try again in a few seconds/);
    assert.equal((await create(TABLE_SUITE)).status, 201);
  });
});
