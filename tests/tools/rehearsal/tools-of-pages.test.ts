import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { stringify } from 'yaml';
import { rehearse } from '../../../tools/rehearsal/rehearse.ts';
import { temporaryDirectory } from '../../support/temporary.ts';
import { scriptedConfig } from './scripted-config.ts';

/** An agent that shows products in the page of the call. */
const AGENT = {
  name: 'Shop',
  agent_category: 'websocket',
  config: {
    ...scriptedConfig('Show products.', 'Hello, what would you like to see?', {
      otherwise: 'What would you like to see?',
      rules: [
        {
          when: 'lamp',
          say: '',
          call: { tool: 'show_product', arguments: { id: 'p7' } },
          say_answer: 'The page says {{answer}}.',
          say_failure: 'The page says nothing.',
        },
        { when: 'bye', say: 'Goodbye.', end: true },
      ],
    }),
    page_tools: [{ name: 'show_product', description: 'Shows a product.' }],
  },
};

describe('suites of an agent with tools that run in a page', () => {
  /** Rehearses the agent with one visitor, who expects this outcome of the tool. */
  async function outOf(outcome: string, suite: object) {
    const folder = await temporaryDirectory();
    const visitor = {
      script: [
        { when: 'like to see', say: 'the lamp' },
        { when: 'the page says', say: 'bye' },
      ],
    };
    const expect = { calls: [{ tool: 'show_product', outcome }], ended: 'agent_ended' };
    const conversations = [{ title: 'a lamp', persona: 'visitor', expect }];
    await writeFile(join(folder, 'agent.json'), JSON.stringify(AGENT));
    const whole = { title: 'Shop', agent: 'agent.json', personas: { visitor }, conversations, ...suite };
    await writeFile(join(folder, 'suite.yaml'), stringify(whole));
    const printed: string[] = [];
    const shell = { env: { HOME: folder }, folder, print: (text: string) => void printed.push(text) };
    return { code: await rehearse(['suite.yaml'], shell), out: printed.join('\n') };
  }

  it('answer for the page', async () => {
    const { code, out } = await outOf('ok', { tools: { show_product: { answers: ['here it is'] } } });
    assert.equal(code, 0, out);
  });

  it('have no page without an answer, so that the tool fails', async () => {
    const { code, out } = await outOf('failed', { live: true });
    assert.equal(code, 0, out);
  });
});
