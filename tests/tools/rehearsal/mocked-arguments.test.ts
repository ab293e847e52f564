import { assert } from 'chai';
import { agentByRules, rehearsedFolder } from './rehearsed-folder.ts';

const parameters = {
  ...{ type: 'object', properties: { id: { type: 'string', maxLength: 4 } }, required: ['id'] },
  additionalProperties: false,
};
const ABOUT = { description: 'Shows it.', parameters };
/** An agent that calls a tool of each kind: with a good id, and with one that is too long. */
const agentWith = (tool: string, more: object) =>
  agentByRules(
    'Shop',
    'Hello, which one?',
    [
      { when: 'long', say: '', call: { tool, arguments: { id: 'p7777' } }, say_failure: 'I see: {{answer}}' },
      { when: 'lamp', say: '', call: { tool, arguments: { id: 'p7' } }, say_answer: 'It is {{answer}}.' },
      { when: 'bye', say: 'Goodbye.', end: true },
    ],
    more,
  );
const AGENTS = {
  show_product: agentWith('show_product', { page_tools: [{ ...ABOUT, name: 'show_product', timeout_secs: 3 }] }),
  shop_show: agentWith('shop_show', {
    mcp_servers: [
      { name: 'shop', url: 'https://mcp.example.com', timeout_secs: 3, tools: [{ ...ABOUT, name: 'show' }] },
    ],
  }),
};

for (const [tool, agent] of Object.entries(AGENTS))
  describe(`a tool that a suite answers: ${tool}`, () => {
    const rehearsed = (says: string, mock: object, expect: object) =>
      rehearsedFolder(
        { 'agent.json': agent },
        {
          ...{ title: 'Shop', agent: 'agent.json', tools: { [tool]: mock }, limits: { seconds: 60 } },
          personas: { visitor: { script: [{ when: 'which one', say: says }], otherwise: 'bye' } },
          conversations: [{ title: 'a visit', persona: 'visitor', expect }],
        },
      );

    it('is given arguments that fit its parameters', async () => {
      const { code, out } = await rehearsed('the lamp', { answers: ['a lamp'] }, { calls: [{ tool, outcome: 'ok' }] });
      assert.equal(code, 0, out);
    });

    it('fails for arguments that do not fit, in the words that a model of a call reads', async () => {
      const expect = { calls: [{ tool, outcome: 'ok' }] };
      const { code, out, runs } = await rehearsed('the long one', { answers: ['a lamp'] }, expect);
      assert.equal(code, 1, out);
      const answer = runs[0]?.calls[0]?.answer ?? '';
      assert.match(answer, /^The tool failed: invalid arguments: .*id/);
      assert.include(out, `${tool} {"id":"p7777"}: failed (${answer})`);
    });

    it('takes as long as its timeout and fails where it hangs', async () => {
      const expect = { calls: [{ tool, outcome: 'unknown' }], most_seconds: 30 };
      const { code, out, runs } = await rehearsed('the lamp', { hangs: true }, expect);
      assert.equal(code, 0, out);
      assert.match(runs[0]?.calls[0]?.answer ?? '', /The action may have been carried out/);
    });

    it('fails with the words of the suite at a status of a failure', async () => {
      const mock = { status: 500, answers: ['sold out'] };
      const { code, out, runs } = await rehearsed('the lamp', mock, { calls: [{ tool, outcome: 'failed' }] });
      assert.equal(code, 0, out);
      assert.equal(runs[0]?.calls[0]?.answer, 'The tool failed: sold out');
    });
  });
