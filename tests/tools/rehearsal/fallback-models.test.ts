import { assert } from 'chai';
import { agentByRules, rehearsedFolder } from './rehearsed-folder.ts';

const RULES = [
  { when: 'time', say: 'It is nine.' },
  { when: 'bye', say: 'Goodbye.', end: true },
];
const CLOCK = agentByRules('Clock', 'Hello, what is it?', RULES);
const SCRIPT = CLOCK.config.models.llm_config;
const AWAY = { provider: 'openai_compatible', model: 'm', base_url: 'http://127.0.0.1:9' };
const clockWith = (llm: object) => ({
  ...CLOCK,
  config: { ...CLOCK.config, models: { ...CLOCK.config.models, llm_config: llm } },
});
const asker = {
  script: [
    { when: 'what is it', say: 'what time is it' },
    { when: 'nine', say: 'bye' },
  ],
  otherwise: 'bye',
};
const suiteOf = (expect: object, vendors: object = {}) => ({
  ...{ title: 'Time', agent: 'agent.json', personas: { asker }, vendors, limits: { seconds: 120 } },
  conversations: [{ title: 'asks', persona: 'asker', expect }],
});
const rehearsed = (llm: object, suite: object) => rehearsedFolder({ 'agent.json': clockWith(llm) }, suite);
const ANSWERED = { says: ['It is nine.'], ended: 'agent_ended', events: [{ failed: null, absent: true }] };

describe('a rehearsal of an agent whose model has a fallback', () => {
  it('has the fallback answer when the model cannot be reached', async () => {
    const { code, out } = await rehearsed({ ...AWAY, fallback: SCRIPT }, suiteOf(ANSWERED));
    assert.equal(code, 0, out);
  });

  it('ends in an error when a model without a fallback cannot be reached', async () => {
    const { code, out, runs } = await rehearsed(AWAY, suiteOf(ANSWERED));
    assert.equal(code, 2, out);
    assert.equal(runs[0]?.verdict, 'error');
  });

  for (const ends of ['fails', 'breaks'] as const)
    it(`has the fallback answer in an outage that the suite wants: ${ends}`, async () => {
      const { code, out } = await rehearsed({ ...AWAY, fallback: SCRIPT }, suiteOf(ANSWERED, { model: { ends } }));
      assert.equal(code, 0, out);
    });

  it('waits for a model that hangs as long as a call does, and has the fallback answer from then on', async () => {
    const suite = suiteOf(ANSWERED, { model: { ends: 'hangs' } });
    const { code, out, runs } = await rehearsed({ ...AWAY, fallback: SCRIPT }, suite);
    assert.equal(code, 0, out);
    const [first = 0, second = 0] = runs[0]?.latencies_ms ?? [];
    assert.isAtLeast(first, 4_000);
    assert.isBelow(second, 4_000);
  });

  it('shows what callers hear of an outage without a fallback', async () => {
    const { code, out } = await rehearsed(
      SCRIPT,
      suiteOf({ events: [{ failed: null }] }, { model: { ends: 'breaks' } }),
    );
    assert.equal(code, 0, out);
  });

  it('says that a fallback cannot be opened, and holds the suite without it', async () => {
    const fallback = { provider: 'openai', model: 'gpt-5-mini' };
    const { code, out, remarks } = await rehearsed({ ...SCRIPT, fallback }, suiteOf(ANSWERED));
    assert.equal(code, 0, out);
    assert.match(remarks.join('\n'), /The fallback openai cannot be opened, .*set OPENAI_API_KEY/);
  });
});
