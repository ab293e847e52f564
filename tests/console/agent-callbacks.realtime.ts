import { assert } from 'chai';
import type { Agent } from '../../domain/agents/agent.ts';
import { axe } from './support/axe.ts';
import { reachByKeyboard } from './support/keyboard.ts';
import { saveAgent } from './support/save-agent.ts';
import { consoleOfSuite } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

describe('callbacks and suppression in the editor of an agent', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });

  it('are switched on with the keyboard, by a tool and by a field of the analysis, and off again', async () => {
    const account = await stage().signUp();
    const { agentId } = await attachTelephone(account);
    const stored = () => account.api.ask<Agent>('GET', `/agents/${agentId}`);
    const properties = { wish: { type: 'string', enum: ['never', 'later'] }, listed: { type: 'boolean' } };
    const { config } = await stored();
    await account.api.ask('PATCH', `/agents/${agentId}`, {
      config: { ...config, analysis: { summary: true, fields: { type: 'object', properties } } },
    });
    const { page, errors } = await stage().openPage(`/agents/${agentId}`, { as: account });
    await page.getByRole('tab', { name: 'Telephone' }).click();
    await reachByKeyboard(page, 'Agree on a time');
    await page.keyboard.press('Space');
    await axe(page);
    await page.getByRole('tab', { name: 'Analysis' }).click();
    const card = page.getByRole('region', { name: 'Do not call again' });
    await card.getByLabel('Field').selectOption('wish');
    await reachByKeyboard(page, 'Values that say so');
    await page.keyboard.type('never');
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await axe(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await saveAgent(page);
    const on = (await stored()).config;
    assert.deepEqual(on.callbacks, { tool: true });
    assert.deepEqual(on.analysis?.do_not_call, { field: 'wish', values: ['never'] });
    await card.getByLabel('Field').selectOption('listed');
    await card.getByLabel('Values that say so').waitFor({ state: 'detached' });
    await saveAgent(page);
    assert.deepEqual((await stored()).config.analysis?.do_not_call, { field: 'listed' });
    await card.getByLabel('Field').selectOption('');
    await page.getByRole('tab', { name: 'Telephone' }).click();
    await page.getByRole('switch', { name: 'Agree on a time' }).click();
    await saveAgent(page);
    const off = (await stored()).config;
    assert.notProperty(off, 'callbacks');
    assert.notProperty(off.analysis, 'do_not_call');
    assert.deepEqual(errors, []);
  });
});
