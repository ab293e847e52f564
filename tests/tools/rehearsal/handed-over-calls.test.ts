import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import { readInputLog } from '../../../domain/voice/input-log.ts';
import { isIdentical, replayInputs } from '../../../domain/voice/replay.ts';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { errorText } from '../../support/refusals.ts';
import { agentByRules, rehearsedFolder } from './rehearsed-folder.ts';
import { recordsOf } from './suite-fixture.ts';

const EXAMPLE = fileURLToPath(new URL('../../../docs/examples/reception.suite.yaml', import.meta.url));

const target = { name: 'orders', agent_id: 'ORDERS', description: 'Orders.', say: 'I pass you on.' };
const HANDS_OVER = { when: 'order', say: '', call: { tool: 'hand_over', arguments: { target: 'orders' } } };
const ORDER = {
  ...{ type: 'http', name: 'order', description: 'Orders.', side_effects: true },
  request: { method: 'POST', url: 'http://127.0.0.1:9/orders', body: {} },
  response: { format: 'json', path: 'number' },
};
const RECEPTION = agentByRules(
  'Desk',
  'Hello, what is it?',
  [
    { ...HANDS_OVER, say_failure: 'They are away. Goodbye.', say_answer: '' },
    { when: 'bye', say: 'Bye.', end: true },
  ],
  { handover: { targets: [target] } },
);
const ORDERS = agentByRules(
  'Orders',
  'Never said.',
  [
    { when: 'two', say: '', call: { tool: 'order', arguments: {} }, say_answer: 'Your number is {{answer}}.' },
    { when: 'bye', say: 'Goodbye.', end: true },
  ],
  { tools: [ORDER], stages: [{ id: 'start', on_enter: [{ say: 'How many do you want?' }] }] },
);
const buyer = {
  script: [
    { when: 'what is it', say: 'an order' },
    { when: 'how many', say: 'two' },
    { when: 'number is', say: 'bye' },
    { when: 'away', say: 'bye' },
  ],
  otherwise: '',
};
const suiteOf = (expect: object, more: object = {}) => ({
  ...{ title: 'Orders', agent: 'desk.json', targets: { orders: 'orders.json' }, personas: { buyer } },
  ...{ tools: { order: { answers: [{ number: 'A7' }] } }, limits: { seconds: 60 } },
  conversations: [{ title: 'an order', persona: 'buyer', expect }],
  ...more,
});
const rehearsed = (suite: object, files: object = {}) =>
  rehearsedFolder({ 'desk.json': RECEPTION, 'orders.json': ORDERS, ...files }, suite);

describe('a rehearsal of an agent that hands calls over', () => {
  it('holds the example of the documentation, whose conversations all pass', async () => {
    const printed: string[] = [];
    const shell = { env: {}, folder: '/', print: (text: string) => void printed.push(text) };
    assert.equal(await rehearse([EXAMPLE], shell), 0, printed.join('\n'));
    assert.match(printed.join('\n'), /2 passed/);
  });

  it('leaves inputs that a replay finds identical', async () => {
    for (const { inputs, agents } of await recordsOf(EXAMPLE)) {
      const log = readInputLog(inputs?.text ?? '');
      assert(log && log.end === 'complete');
      assert.isTrue(isIdentical(replayInputs(log)));
      assert.isAbove(agents?.length ?? 0, 1);
    }
  });

  it('has the other agent answer with its own model and tools, which the suite answers too', async () => {
    const { code, out, runs } = await rehearsed(
      suiteOf({
        agents: ['Desk', 'Orders by orders'],
        calls: [
          { tool: 'hand_over', outcome: 'ok' },
          { tool: 'order', times: 1, outcome: 'ok' },
        ],
        events: [{ agent_says: 'I pass you on.' }, { agent: 'Orders' }, { stage: 'start' }],
        says: ['Your number is A7.'],
      }),
    );
    assert.equal(code, 0, out);
    assert.deepEqual(runs[0]?.agents, ['Desk', 'Orders']);
  });

  it('tells which agents spoke where others were expected', async () => {
    const { code, out } = await rehearsed(suiteOf({ agents: ['Orders', 'Desk'] }));
    assert.equal(code, 1, out);
    assert.match(out, /comes to Orders, Desk: the agents were: Desk, Orders/);
  });

  it('refuses the handover to an archived agent as a call does, and the first agent continues', async () => {
    const files = { 'orders.json': { ...ORDERS, status: 'archived' } };
    const suite = suiteOf({ events: [{ agent: null, absent: true }], says: ['They are away'] }, { tools: undefined });
    const { code, out, runs } = await rehearsed(suite, files);
    assert.equal(code, 0, out);
    assert.match(runs[0]?.calls[0]?.answer ?? '', /Not handed over: the agent is not available/);
    assert.deepEqual(runs[0]?.agents, []);
  });

  for (const fallback of [undefined, ORDERS.config.models.llm_config])
    it(`${fallback ? 'has the fallback answer' : 'refuses the handover'} where the model of the other agent cannot be opened, as a call does`, async () => {
      const llm = { provider: 'openai', model: 'gpt-5-mini', fallback };
      const config = { ...ORDERS.config, models: { ...ORDERS.config.models, llm_config: llm } };
      const expected = fallback ? 'Your number is A7.' : 'They are away';
      const { code, out, runs, remarks } = await rehearsed(suiteOf({ says: [expected] }), {
        'orders.json': { ...ORDERS, config },
      });
      assert.equal(code, 0, out);
      assert.deepEqual(runs[0]?.agents, fallback ? ['Desk', 'Orders'] : []);
      assert.match(remarks.join('\n'), /The model openai of an agent that calls .* cannot be opened, .*OPENAI_API_KEY/);
    });

  it('asks for the answers of tools of all agents, and for the files of all targets', async () => {
    assert.match(await errorText(rehearsed(suiteOf({ says: ['x'] }, { tools: undefined }))), /order has side effects/);
    assert.match(
      await errorText(rehearsed(suiteOf({ says: ['x'] }, { targets: undefined }))),
      /Desk hands calls over to orders: name the files in targets of the suite/,
    );
    assert.match(
      await errorText(rehearsed(suiteOf({ says: ['x'] }, { targets: { orders: 'none.json' } }))),
      /There is no file .*none\.json, which targets of the suite names/,
    );
  });
});
