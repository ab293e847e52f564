import { assert } from 'chai';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { eventually } from '../support/eventually.ts';
import { axe } from './support/axe.ts';
import { endedCall } from './support/ended-call.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
const USAGE = [
  { kind: 'tts', provider: 'elevenlabs', model: 'eleven_flash_v2_5', metric: 'characters', quantity: 24_000 },
  { kind: 'llm', provider: 'acme', model: 'huge', metric: 'output_tokens', quantity: 40, estimated: true },
];

describe('costs in the console', () => {
  const stage = consoleOfSuite();
  let account: Account;
  let callId: string;
  before(async () => {
    account = await stage().signUp();
    const { agent_id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    callId = await endedCall(stage(), account, agent_id, 'Hello');
    await account.api.ask('PUT', `/calls/${callId}/metrics`, { ...METRICS, vendor_usage: USAGE });
    await eventually(async () => {
      const { totals } = await account.api.ask<{ totals: unknown[] }>('GET', '/costs');
      return totals.length > 0;
    }, 'the cost in the sums');
  });

  it('are shown on the page of the call, with what has no price', async () => {
    const { page, errors } = await stage().openPage(`/calls/${callId}`, { as: account });
    await page.getByRole('heading', { name: 'Cost', exact: true }).waitFor();
    await page.getByText('$1.20').first().waitFor();
    await page.getByText('without one line that has no price').waitFor();
    await page.getByText('40 output tokens, estimated').waitFor();
    await axe(page);
    assert.isEmpty(errors);
  });

  it('are summed by agent, campaign and vendor, beside a budget that an admin sets', async () => {
    const { page, errors } = await stage().openPage('/costs', { as: account });
    await page.getByText('$1.20').first().waitFor();
    await page.getByRole('tab', { name: 'Vendors' }).click();
    await page.getByText('elevenlabs · eleven_flash_v2_5').waitFor();
    await page.getByText('24,000 characters').waitFor();
    await page.getByRole('tab', { name: 'Campaigns' }).click();
    await page.getByText('Calls outside campaigns').waitFor();
    await page.getByText('No budget is set').waitFor();
    await page.getByLabel('Amount a month').fill('1.234');
    await page.getByText('at most two decimals').waitFor();
    await page.getByLabel('Amount a month').fill('1.00');
    await page.getByLabel('Hard stop').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('no new call starts until the month ends').waitFor();
    await page.getByText('120 % of the budget').waitFor();
    assert.match(await page.getByLabel('Warn at').inputValue(), /100/);
    await axe(page);
    assert.isEmpty(errors);
  });
});
