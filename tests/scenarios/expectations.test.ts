import { readdirSync, readFileSync } from 'node:fs';
import { assert } from 'chai';
import { checkEvents } from '../../domain/rehearsal/check-events.ts';
import { readScenarios } from '../../tools/scenario/read-scenarios.ts';
import { EVENTS, type Step } from '../../domain/rehearsal/scenario.ts';
import type { TimelineEvent } from '../../domain/rehearsal/timeline.ts';
import { parseBehaviour } from '../../domain/agents/behaviour.ts';
import { playInProcess } from './in-process.ts';

const HAPPENED: readonly TimelineEvent[] = [
  { at: 0, name: 'connected', text: null },
  { at: 100, name: 'agent_says', text: 'Hello there.' },
  { at: 800, name: 'agent_stops', text: null },
  { at: 900, name: 'agent_says', text: 'Bye.' },
];

const problems = (...steps: Step[]): string[] => checkEvents(steps, HAPPENED);

describe('expected events', () => {
  it('are found in their order, whatever else happens between them', () => {
    assert.isEmpty(problems({ connected: null }, { agent_says: 'Bye.' }));
    assert.isEmpty(problems({ agent_says: '/^hello/i', within_ms: 100, after_ms: 100 }, { agent_says: 'Bye.' }));
    assert.deepEqual(problems({ agent_says: 'Bye.' }, { agent_says: 'Hello there.' }), [
      'agent_says “Hello there.” never happened after 900 ms',
    ]);
  });

  it('are all of their text, and any text where there is none', () => {
    assert.isEmpty(problems({ agent_says: null }));
    assert.lengthOf(problems({ agent_says: 'Hello' }), 1);
    assert.lengthOf(problems({ agent_says: '/^there/' }), 1);
  });

  it('are taken on trust where their text cannot be known', () => {
    assert.isEmpty(problems({ agent_stops: 'Hello there.' }));
  });

  it('are in time after the one before', () => {
    const hello = { agent_says: 'Hello there.' };
    assert.isEmpty(problems(hello, { agent_says: 'Bye.', within_ms: 800, after_ms: 800 }));
    assert.deepEqual(problems(hello, { agent_says: 'Bye.', within_ms: 799 }), [
      'agent_says “Bye.” happened after 800 ms, not within 799 ms',
    ]);
    assert.deepEqual(problems(hello, { agent_says: 'Bye.', after_ms: 801 }), [
      'agent_says “Bye.” happened after 800 ms already, not 801 ms',
    ]);
  });

  it('that must be absent do not happen within their time, and what follows counts from the same moment', () => {
    const bye = { agent_says: 'Bye.', absent: true } as const;
    assert.deepEqual(problems({ connected: null }, bye), ['agent_says “Bye.” must not happen, and did at 900 ms']);
    assert.isEmpty(problems({ connected: null }, { ...bye, within_ms: 899 }, { agent_stops: null, within_ms: 800 }));
    assert.isEmpty(problems({ agent_says: 'Bye.' }, { connected: null, absent: true }));
  });

  it('are looked for one by one, also after one that is not there', () => {
    assert.lengthOf(problems({ failed: null }, { agent_says: 'Bye.' }, { ended: null }), 2);
  });
});

describe('a file of scenarios', () => {
  const file = (scenario: object): string => JSON.stringify({ scenarios: [{ title: 't', ...scenario }] });
  const expecting = (...events: object[]): object => ({ expect: { events } });

  it('is YAML or JSON', () => {
    const yaml = 'scenarios:\n  - title: t\n    expect: { events: [{ ended: }] }\n';
    assert.deepEqual(readScenarios(yaml), readScenarios(file(expecting({ ended: null }))));
  });

  it('is refused where it would test nothing', () => {
    const slips = [
      {},
      { expect: {} },
      expecting({ agent_speaks: 'Hello' }),
      expecting({ within_ms: 5 }),
      expecting({ ended: null, failed: null }),
      expecting({ ended: null, witihn_ms: 5 }),
      { ...expecting({ ended: null }), caller: [{ after: 'agent_speaks' }] },
      { ...expecting({ ended: null }), caller: [{ sais: 'Hello' }] },
      { ...expecting({ ended: null }), vendors: { model: [{ ends: 'somehow' }] } },
      { ...expecting({ ended: null }), agents: {} },
    ];
    for (const slip of slips)
      assert.throws(() => readScenarios(file(slip)), /not a valid scenario file:\nline 1: scenarios\[0\]/);
    assert.throws(() => readScenarios('scenarios: []'), /not a valid scenario file/);
  });
});

describe('the scenarios of the runtime', () => {
  const folders = [new URL('./', import.meta.url), new URL('../../docs/examples/', import.meta.url)];
  const texts = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml') && !name.endsWith('.suite.yaml'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );

  it('are different from one another and leave no behaviour out', () => {
    const scenarios = texts.flatMap((text) => readScenarios(text).scenarios);
    const titles = scenarios.map(({ title }) => title);
    assert.isAtLeast(new Set(titles).size, 40);
    assert.lengthOf(titles, new Set(titles).size);
    const configured = scenarios.flatMap(({ agent }) => Object.keys((agent?.['behaviour'] as object) ?? {}));
    assert.includeMembers(configured, Object.keys(parseBehaviour({})));
  });

  it('expect every event that there is', () => {
    const steps = texts.flatMap((text) => readScenarios(text).scenarios.flatMap(({ expect }) => expect.events ?? []));
    const expected = new Set(steps.flatMap((step) => Object.keys(step)));
    assert.isEmpty(EVENTS.filter((name) => !expected.has(name)));
  });

  it('end when the caller stops waiting', async () => {
    const { timeline } = await playInProcess({
      title: 'a caller who waits for what does not come',
      caller: [{ after: 'failed', says: 'Hello' }],
      expect: {},
    });
    assert.deepInclude(timeline.events.at(-1), { name: 'ended', text: 'caller_left' });
    assert.isAbove(timeline.events.at(-1)?.at ?? 0, 59_000);
  });
});
