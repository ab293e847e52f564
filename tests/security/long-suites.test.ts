import { setImmediate as settle } from 'node:timers/promises';
import { assert } from 'chai';
import { suiteThread } from '../../adapters/suite-reader/suite-thread.ts';
import { fairSuiteReader } from '../../application/rehearsal/fair-suite-reader.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { refusalOf } from '../support/refusals.ts';
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

  it('are refused when they take too long to read, and others are read after that', async () => {
    const limits = [AbortSignal.timeout(1), new AbortController().signal];
    const read = suiteThread(() => limits.shift()!);
    const [slow, next] = [refusalOf(read(SUITES['full of large patterns']![1])), read(TABLE_SUITE)];
    assert.match((await slow).message, /takes too long to read/);
    assert.include(await next, { title: 'Tables' });
  });
});

describe('readings of suites at once', () => {
  /** A reader whose readings last until `end`. */
  function reader() {
    const suite: Suite = { title: 'Tables', conversations: [] };
    let end: (read: Suite) => void = () => undefined;
    const ended = new Promise<Suite>((resolve) => (end = resolve));
    let readings = 0;
    const suiteReader = (): Promise<Suite> => {
      readings += 1;
      return ended;
    };
    return { read: fairSuiteReader({ suiteReader }), readings: () => readings, end: () => end(suite) };
  }

  it('are limited to twenty of an organisation, which are read one after the other', async () => {
    const { read, readings, end } = reader();
    const twenty = Array.from({ length: 20 }, () => read('hostile', ''));
    const refusal = await refusalOf(read('hostile', ''));
    assert.equal(refusal.problem, 'limited');
    assert.match(refusal.message, /try again in a few seconds/);
    const other = read('other', '');
    await settle();
    assert.equal(readings(), 2);
    end();
    await Promise.all([...twenty, other]);
    await read('hostile', '');
  });

  it('are limited to those of forty organisations', async () => {
    const { read, end } = reader();
    const all = Array.from({ length: 40 }, (_, at) => read(`org ${at}`, ''));
    await settle();
    assert.equal((await refusalOf(read('other', ''))).problem, 'busy');
    end();
    await Promise.all(all);
    await read('other', '');
  });
});
