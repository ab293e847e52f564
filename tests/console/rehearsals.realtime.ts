import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { axe } from './support/axe.ts';
import { reachByKeyboard } from './support/keyboard.ts';
import { fitsScreens } from './support/screens.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { caption, ended, openTalkPage, startTalking, type } from './support/talk.ts';

const SUITE = `title: Tables
personas:
  ada:
    script:
      - { when: how many, say: for four }
      - { when: your name, say: my name is Ada }
      - { when: anything else, say: no thank you goodbye, end: true }
    otherwise: a table please
conversations:
  - title: a table is booked
    persona: ada
    expect: { says: [Your table is booked] }
`;

/** An agent whose second version does not ask for a name any more. */
async function changedAgent({ api }: Account): Promise<string> {
  const { config, ...agent } = starterAgent([]);
  const { agent_id: id } = await api.ask<Agent>('POST', '/agents', { ...agent, config });
  const { llm_config: script } = config.models;
  const rules = script.rules.map((rule) => ({ ...rule, say: rule.say.replace('What is your name?', 'Goodbye!') }));
  const models = { ...config.models, llm_config: { ...script, rules } };
  await api.ask('PATCH', `/agents/${id}`, { config: { ...config, models } });
  return id;
}

/** Resolves when the position reads so. It is written with the next frame after a key. */
const positionReads = (page: Page, text: string): Promise<void> =>
  page
    .getByRole('slider', { name: 'Position in the conversation' })
    .and(page.locator(`[aria-valuetext$="${text}"]`))
    .waitFor();

describe('rehearsals in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime'] });

  it('are written with problems at their lines, held with two versions, and played in step by keys alone', async () => {
    const account = await stage().signUp();
    await changedAgent(account);
    const { page, errors } = await stage().openPage('/rehearsals/new', { as: account });
    const text = page.getByRole('textbox', { name: 'Suite' });
    assert.include(await text.inputValue(), 'title: "Receptionist"');
    await text.fill(SUITE.replace('persona: ada', 'persona: eve'));
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('alert').getByText('persona is eve, which personas does not have').waitFor();
    await axe(page);
    await reachByKeyboard(page, 'Line 11');
    await page.keyboard.press('Enter');
    const [from, to] = await text.evaluate(({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [
      selectionStart,
      selectionEnd,
    ]);
    assert.include((await text.inputValue()).slice(from, to), 'persona: eve');
    await text.fill(SUITE);
    await page.getByRole('button', { name: 'Create' }).press('Enter');

    await page.getByRole('button', { name: 'Start a run' }).press('Enter');
    await page.getByLabel('Hold it with').selectOption('Version 1');
    await page.getByLabel('Compare with').selectOption('Published version');
    await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByRole('row', { name: /pass@1: one run passes 100 % 0 %/ }).waitFor();
    await fitsScreens(page);

    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('link', { name: 'a table is booked' }).press('Enter');
    await reachByKeyboard(page, 'Position in the conversation');
    await page.keyboard.press('d');
    await positionReads(page, ', A, Agent: A table for four, gladly. What is your name?');
    await page.keyboard.press('b');
    await positionReads(page, ', B, Agent: A table for four, gladly. Goodbye!');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await fitsScreens(page);
    assert.isEmpty(errors.filter((error) => !error.includes('status of 422')));
  });

  it('are made of a call on its page, and go as the call did', async () => {
    const { page, errors, account } = await openTalkPage(stage());
    await startTalking(page);
    await caption(page, 'agent', 'How can I help you?').waitFor();
    await type(page, 'a table for four');
    await caption(page, 'agent', 'What is your name?').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await ended(page, 'You hung up.');
    const { calls } = await account.api.ask<{ calls: CallLog[] }>('GET', `/calls/org/${account.session.org_id}`);
    await page.goto(`${stage().consoleUrl}/calls/${calls[0]?.call_id}`);
    await page.getByRole('button', { name: 'Add to a suite' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).press('Enter');
    const text = page.getByRole('textbox', { name: 'Suite' });
    assert.match(await text.inputValue(), /types: a table for four/);
    await page.getByRole('button', { name: 'Create' }).press('Enter');
    await page.getByRole('button', { name: 'Start a run' }).press('Enter');
    await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
    await page.getByText('Completed', { exact: true }).waitFor();
    await page.getByRole('row', { name: /^call .+ Passed/ }).waitFor();
    assert.deepEqual(errors, []);
  });
});
