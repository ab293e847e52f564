import { assert } from 'chai';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { axe } from './support/axe.ts';
import { fitsScreens } from './support/screens.ts';
import { reachByKeyboard } from './support/keyboard.ts';
import { consoleOfSuite } from './support/stage.ts';
import { ended, openTalkPage, startTalking, type } from './support/talk.ts';
import { eventually } from '../support/eventually.ts';
import { localServer } from '../support/local-server.ts';

/** An agent that books a table at this server for everyone who types. */
function bookingAgent(url: string): object {
  const { config, ...starter } = starterAgent([]);
  const call = { tool: 'book_table', arguments: { size: 'four' } };
  return {
    ...{ ...starter, agent_category: 'websocket' },
    config: {
      ...config,
      models: {
        ...config.models,
        llm_config: {
          provider: 'script',
          rules: [{ when: 'table', say: 'One moment.', call, say_answer: 'Your code is {{answer}}.' }],
          otherwise: 'Yes?',
        },
      },
      tools: [
        {
          ...{ type: 'http', name: 'book_table', description: 'Books a table.', timeout_secs: 30 },
          parameters: { type: 'object', properties: { size: { type: 'string' } } },
          request: { method: 'POST', url, body: { size: '{{size}}' } },
          response: { format: 'json', path: 'code' },
        },
      ],
    },
  };
}

describe('tool calls of a live call, in the console', function () {
  const env: Record<string, string> = {};
  const waiting: (() => void)[] = [];
  let url: string;
  before(async () => {
    ({ url } = await localServer((_request, response) => {
      waiting.push(() => response.writeHead(201, { 'content-type': 'application/json' }).end('{"code":"T100"}'));
    }));
    env['LOCAL_UPSTREAMS'] = url;
  });
  const stage = consoleOfSuite({ env });

  it('appear on the page where one talks to the agent while they run, and with their answer', async () => {
    const { page, errors, api, account } = await openTalkPage(stage(), bookingAgent(url));
    await startTalking(page);
    await type(page, 'a table please');
    const actions = page.getByRole('region', { name: 'What the agent does' });
    await actions.getByText('Running').waitFor();
    assert.match(await actions.innerText(), /book_table\s+Running/);
    // Keeps the tool call on the page as running while axe runs: tool calls time out after 30 s.
    let come = (): void => undefined;
    const looked = new Promise<void>((resolve) => (come = resolve));
    await page.route('**/api/v1/calls/*', (route) => looked.then(() => route.continue()));
    await eventually(() => waiting.length > 0, 'the request of the tool');
    for (const answer of waiting.splice(0)) answer();
    await axe(page);
    come();
    await actions.getByText('Succeeded').waitFor();
    assert.match(await actions.innerText(), /HTTP status\s+201/);
    const { calls } = await api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${account.session.org_id}`);
    assert.deepEqual(
      calls.map(({ status, tool_calls = [] }) => [status, tool_calls.map(({ outcome }) => outcome)]),
      [['in_progress', ['ok']]],
    );
    await fitsScreens(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await reachByKeyboard(page, 'What the agent does');
    await reachByKeyboard(page, 'Hang up');
    await page.keyboard.press('Enter');
    await ended(page, 'You hung up.');
    await page.goto(new URL(`/console/calls/${calls[0]!.call_id}`, page.url()).href);
    const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
    await steps.getByText('Ended').waitFor();
    assert.deepEqual(
      (await steps.allInnerTexts()).map((text) => text.split('\n')[0]),
      ['Opened in the browser', 'Connected', 'book_table', 'Ended'],
    );
    assert.match((await steps.allInnerTexts())[2]!, /Succeeded/);
    assert.deepEqual(errors, []);
  });
});
