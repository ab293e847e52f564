import { assert } from 'chai';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { eventually } from '../support/eventually.ts';
import { JUDGING } from '../support/judging.ts';
import { axe } from './support/axe.ts';
import { endedCall } from './support/ended-call.ts';
import { consoleOfSuite, type Account, type Stage } from './support/stage.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
  vendor_usage: [],
};

/** A call that has ended, with these words of its caller, once it is analysed. */
async function analysedCall(stage: Stage, account: Account, words: string): Promise<string> {
  const { api } = account;
  const starter = starterAgent([]);
  const config = { ...starter.config, analysis: JUDGING };
  const { agent_id } = await api.ask<Agent>('POST', '/agents', { ...starter, name: words, config });
  const id = await endedCall(stage, account, agent_id, words);
  await api.ask('PUT', `/calls/${id}/metrics`, METRICS);
  await eventually(async () => {
    const { outcome } = await api.ask<{ outcome?: { status: string } }>('GET', `/calls/${id}`);
    return outcome?.status === 'done';
  }, 'the analysis of the call');
  return id;
}

describe('analyses of calls in the console', () => {
  const stage = consoleOfSuite();

  it('are shown on the page of a call, in the list of calls, and filter it', async () => {
    const account = await stage().signUp();
    const booked = await analysedCall(stage(), account, 'a table for 4 on Friday');
    await analysedCall(stage(), account, 'no table');
    const { page, errors } = await stage().openPage(`/calls/${booked}`, { as: account });
    const card = page.getByRole('region', { name: 'Analysis' });
    await card.getByText('Said "yes".').waitFor();
    await card.getByText('Friday').waitFor();
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await axe(page);
    assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await page.goto(`${stage().consoleUrl}/calls?success=no`);
    await page.getByText('No success', { exact: true }).last().waitFor();
    assert.equal(await page.getByRole('link', { name: 'a table for 4 on Friday' }).count(), 0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    assert.equal((await saved).suggestedFilename(), 'calls.csv');
    await axe(page);
    assert.deepEqual(errors, []);
  });

  it('are asked for in the editor of an agent, tried on a call, and repeated for old calls', async () => {
    const account = await stage().signUp();
    const { api } = account;
    const { agent_id: id } = await api.ask<Agent>('POST', '/agents', starterAgent([]));
    await endedCall(stage(), account, id, 'a table for 4 on Friday');
    const { page, errors } = await stage().openPage(`/agents/${id}`, { as: account });
    await page.getByRole('tab', { name: 'Analysis' }).click();
    await page.getByLabel('Analyse calls').check();
    await page.getByLabel('Success criterion').fill('A table is booked.');
    await page.getByRole('button', { name: 'Add a field' }).click();
    const field = page.getByRole('region', { name: /New field|day/u });
    await field.getByLabel('Name').fill('day');
    await field.getByLabel('Type').selectOption({ label: 'One of these values' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await field.getByText('must have 1 to 300 values').waitFor();
    await axe(page);
    await field.getByLabel('Values').fill('Friday\nSunday');
    await field.getByLabel('Required').check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
    const [stored] = await api.ask<Agent[]>('GET', '/agents');
    const day = { type: 'string', enum: ['Friday', 'Sunday'] };
    assert.deepEqual(stored?.config.analysis, {
      summary: true,
      success_criterion: 'A table is booked.',
      fields: { type: 'object', properties: { day }, required: ['day'] },
      max_transcript_tokens: 16_000,
    });

    await api.ask('PATCH', `/agents/${id}`, { config: { ...stored?.config, analysis: JUDGING } });
    await page.reload();
    await page.getByRole('button', { name: 'Analyse', exact: true }).click();
    await page.getByText('Said "yes".').waitFor();
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await axe(page);
    assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    const runs = page.getByRole('region', { name: 'Old calls' });
    await runs.getByLabel('Also calls that have a result').check();
    await runs.getByRole('button', { name: 'Analyse old calls' }).click();
    await runs.getByText('Done', { exact: true }).waitFor();
    await runs.getByText('1 done, 0 failed, 0 pending').waitFor();
    await page.goto(stage().consoleUrl);
    await page.getByText('1 analysed, 0 pending, 0 failed.').waitFor();
    await axe(page);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });
});
