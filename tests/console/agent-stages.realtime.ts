import { readFileSync } from 'node:fs';
import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { eventually } from '../support/eventually.ts';
import { focused, reachByKeyboard, seesFocus } from './support/keyboard.ts';
import { fitsScreens } from './support/screens.ts';
import { consoleOfSuite } from './support/stage.ts';
import { openTalkPage, startTalking, type } from './support/talk.ts';

const APPOINTMENT = JSON.parse(
  readFileSync(new URL('../../console/src/pages/agents/templates/appointment.json', import.meta.url), 'utf8'),
) as object;
const DESKTOP = { width: 1280, height: 900 };
const { config, ...starter } = starterAgent([]);

/** Stages of an agent that asks for the size of a party and the day, and ends the call. */
const STAGES = [
  {
    id: 'party',
    instructions: 'Ask how many they are.',
    fields: [{ name: 'guests', type: 'integer', description: 'How many they are.' }],
    transitions: [
      { to: 'day', on: 'fields', when: [{ field: 'guests', at_most: 8 }] },
      { to: 'person', on: 'key', key: '0' },
    ],
  },
  {
    id: 'day',
    instructions: 'Ask for the day.',
    transitions: [
      { to: 'party', on: 'call', description: 'They change how many they are.' },
      { to: 'person', on: 'silence', seconds: 60 },
    ],
  },
  { id: 'person', on_enter: [{ say: 'A person will call you.' }, { end: true }] },
];
const RULES = [
  { when: '(\\d+) of us', say: '', call: { tool: 'set_fields', arguments: { guests: '4' } }, say_answer: 'Which day?' },
];
const agent = (stages: typeof STAGES | null) => ({
  ...{ ...starter, agent_category: 'websocket' },
  config: {
    ...{ ...config, stages },
    models: { ...config.models, llm_config: { provider: 'script', rules: stages ? RULES : [], otherwise: 'Yes?' } },
  },
});

const node = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Graph of the stages' }).getByRole('button', { name });
/** How much of the width of the graph is out of sight. */
const hiddenOf = (graph: Locator): Promise<number> =>
  graph.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
const reach = (page: Page, name: string): Promise<void> => reachByKeyboard(page, name);

describe('stages in the console', function () {
  const stage = consoleOfSuite();

  it('are listed beside a graph that says the same and is walked with the keyboard', async () => {
    const account = await stage().signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', agent(STAGES));
    const { page, errors } = await stage().openPage(`/agents/${id}?tab=stages`, { as: account });
    const entry = page.getByRole('region', { name: 'party', exact: true });
    await entry.getByText('Starts here.').waitFor();
    await entry.getByText('Finds out guests.').waitFor();
    assert.match(await entry.innerText(), /To day: guests is at most 8/);
    await node(page, 'party').waitFor();
    assert.match(await node(page, 'party').innerText(), /starts here · 1 field/);
    const described = await node(page, 'party').getAttribute('aria-describedby');
    assert.match(await page.locator(`#${described}`).innerText(), /To person: key 0/);
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);

    await node(page, 'party').focus();
    await page.keyboard.press('ArrowDown');
    await node(page, 'day').and(page.locator(':focus')).waitFor();
    await seesFocus(page);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'person', exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focused(page), 'Edit person');
    assert.deepEqual(errors, []);
  });

  it('are drawn as wide as there is room, beside the list, above it and on a phone', async () => {
    const account = await stage().signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', APPOINTMENT);
    const { page, errors } = await stage().openPage(`/agents/${id}?tab=stages`, { as: account });
    const graph = page.getByRole('toolbar', { name: 'Graph of the stages' });
    await graph.waitFor();
    for (const width of [1280, 1130, 1000, 600, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await eventually(async () => (await hiddenOf(graph)) <= 0, `the whole graph at a width of ${width}`);
    }
    await page.setViewportSize({ width: 320, height: 900 });
    await node(page, 'details').focus();
    await page.keyboard.press('End');
    await seesFocus(page);
    assert.deepEqual(errors, []);
  });

  it('are made with the keyboard, refused beside their field, and renamed with what names them', async () => {
    const account = await stage().signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', agent(null));
    const { page, errors } = await stage().openPage(`/agents/${id}?tab=stages`, { as: account });
    const { keyboard } = page;
    const save = page.getByRole('button', { name: 'Save changes' });
    await page.getByText('No stages yet.').waitFor();
    for (const added of ['stage_1', 'stage_2']) {
      await reach(page, 'Add a stage');
      await keyboard.press('Enter');
      await page.getByRole('region', { name: added, exact: true }).waitFor();
      assert.equal(await focused(page), 'Name');
    }
    await keyboard.press('Control+A');
    await keyboard.type('stage_1');
    await page.getByText('Another one has this name.').first().waitFor();
    await keyboard.type('0');
    const second = page.getByRole('region', { name: 'stage_10', exact: true });
    await second.getByRole('button', { name: 'Add an action' }).first().press('Enter');
    await second.getByLabel('Action', { exact: true }).selectOption('end');
    const first = page.getByRole('region', { name: 'stage_1', exact: true });
    await first.getByRole('button', { name: 'Add a field' }).press('Enter');
    assert.equal(await focused(page), 'Name');
    await first.getByRole('button', { name: 'Add a way' }).press('Enter');
    await first.getByLabel('When', { exact: true }).selectOption('fields');
    await save.click();
    await page.getByText('A stage has a problem: see the tab Stages.').waitFor();
    await first.getByText('stages[0].fields[0].description').waitFor();
    await first.getByLabel('Description').and(page.locator(':focus')).waitFor();
    await keyboard.type('How many they are.');
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await first.getByLabel('Type').selectOption('integer');
    await first.getByRole('button', { name: 'Add a condition' }).press('Enter');
    await first.getByLabel('Condition', { exact: true }).selectOption('at_least');
    await first.getByLabel('Value').fill('2');
    await second.getByLabel('Name', { exact: true }).fill('goodbye');
    await first.getByText('To goodbye: field_1 is at least 2').first().waitFor();
    await save.click();
    await page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
    const { stages = [] } = (await account.api.ask<Agent>('GET', `/agents/${id}`)).config;
    assert.deepEqual(
      stages.map(({ id: name, transitions, on_enter }) => ({ name, transitions, on_enter })),
      [
        {
          name: 'stage_1',
          transitions: [{ to: 'goodbye', on: 'fields', when: [{ field: 'field_1', at_least: 2 }] }],
          on_enter: [],
        },
        { name: 'goodbye', transitions: [], on_enter: [{ end: true }] },
      ],
    );
    for (const name of ['stage_1', 'goodbye'])
      await page.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    await save.click();
    await page.getByText('No stages yet.').waitFor();
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });

  it('hand over to another agent, which is chosen among the tools with the keyboard', async () => {
    const account = await stage().signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', agent(null));
    const billing = await account.api.ask<Agent>('POST', '/agents', { ...agent(null), name: 'Billing desk' });
    const { page, errors } = await stage().openPage(`/agents/${id}?tab=tools`, { as: account });
    const { keyboard } = page;
    const save = page.getByRole('button', { name: 'Save changes' });
    const saved = page.getByRole('status').filter({ hasText: 'The agent is saved.' });
    await reach(page, 'Add an agent');
    await keyboard.press('Enter');
    await page.getByRole('region', { name: 'New target' }).waitFor();
    assert.equal(await focused(page), 'Name');
    await keyboard.type('billing');
    const target = page.getByRole('region', { name: 'billing', exact: true });
    await save.click();
    await page.getByText('The tools have 2 problems: see the tab Tools.').waitFor();
    await target.getByLabel('Agent', { exact: true }).and(page.locator(':focus')).waitFor();
    await target.getByLabel('Agent', { exact: true }).selectOption({ label: 'Billing desk' });
    assert.notInclude(await target.getByLabel('Agent', { exact: true }).innerText(), starter.name, 'not itself');
    await target.getByLabel('When to hand over').fill('Invoices.');
    await target.getByRole('button', { name: 'Add a field' }).press('Enter');
    assert.equal(await focused(page), 'Name');
    await target.getByRole('region', { name: 'field_1' }).getByLabel('Description').fill('The order.');
    await target.getByLabel('It can hand the call back').press('Space');
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await save.click();
    await saved.first().waitFor();
    await page.getByRole('tab', { name: 'Stages' }).click();
    await reach(page, 'Add a stage');
    await keyboard.press('Enter');
    const first = page.getByRole('region', { name: 'stage_1', exact: true });
    await first.getByRole('button', { name: 'Add an action' }).first().press('Enter');
    await first.getByLabel('Action', { exact: true }).selectOption('handover');
    await first.getByText('Hand over to another agent: billing').waitFor();
    assert.match(await node(page, 'stage_1').innerText(), /hands over to billing/);
    await save.click();
    await save.waitFor({ state: 'detached' });
    const { handover, stages = [] } = (await account.api.ask<Agent>('GET', `/agents/${id}`)).config;
    const [stored] = handover?.targets ?? [];
    assert.deepInclude(stored, { name: 'billing', agent_id: billing.agent_id, may_return: true, context: 'all' });
    assert.deepInclude(stored?.fields[0], { name: 'field_1', type: 'text', required: true });
    assert.deepEqual(stages[0]?.on_enter, [{ handover: 'billing' }]);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });

  it('show where a conversation is while one talks to the agent, and afterwards where it was', async () => {
    const { page, errors } = await openTalkPage(stage(), agent(STAGES));
    await startTalking(page);
    const current = page.getByRole('toolbar', { name: 'Graph of the stages' }).locator('[aria-current="step"]');
    await current.getByText('party').waitFor();
    await type(page, '4 of us');
    await current.getByText('day').waitFor();
    assert.match(await node(page, 'party').innerText(), /was here/);
    await page.getByText('Stage: day. Collected: guests').waitFor();
    await fitsScreens(page);
    await page.getByText('Stages', { exact: true }).click();
    await fitsScreens(page);
    await page.setViewportSize(DESKTOP);
    await page.getByText('Stages', { exact: true }).click();
    await node(page, 'person').press('Enter');
    await page.locator('.stage-list li:focus').getByText('Ends the call.').waitFor();
    await page.getByRole('button', { name: 'Hang up' }).click();
    await page.getByRole('link', { name: 'Recording and transcript' }).click();
    const record = page.getByRole('region', { name: 'Stages' });
    await record.getByText('by its fields').waitFor();
    assert.match(await record.innerText(), /party at the start[^]*day by its fields[^]*guests\s*4/);
    await fitsScreens(page);
    assert.deepEqual(errors, []);
  });
});
