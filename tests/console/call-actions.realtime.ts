import { assert } from 'chai';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog, CallPatch } from '../../domain/calls/call-log.ts';
import type { ToolCallRecord } from '../../domain/calls/tool-call-record.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { axe } from './support/axe.ts';
import { consoleOfSuite, type Account, type Stage } from './support/stage.ts';

/** A call that books a table, fails to look something up, tries a person, and is transferred to another. */
async function reportedCall({ platform }: Stage, { api, session }: Account): Promise<string> {
  const { agent_id } = await api.ask<Agent>('POST', '/agents', starterAgent([]));
  const { call_id: id } = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id });
  const keys = { apiBaseUrl: platform.apiBaseUrl, internalApiKey: TEST_KEYS.INTERNAL_API_KEY };
  const runtime = httpControlPlane(keys, systemClock());
  const report = (patch: CallPatch): Promise<unknown> => runtime.updateCall(session.org_id, id, patch);
  await report({ status: 'in_progress' });
  const { start_time_utc: began } = await api.ask<CallLog>('GET', `/calls/${id}`);
  const after = (secs: number): string => new Date(Date.parse(String(began)) + secs * 1_000).toISOString();
  const tool = (run: number, name: string, from: number, more: Partial<ToolCallRecord>): ToolCallRecord => ({
    ...{ run, name, arguments: '{}', side_effects: false, outcome: 'ok' as const, answer: null },
    ...{ started_at: after(from), ended_at: after(from + 1.25), idempotency_key: null, status: null, cause: null },
    ...more,
  });
  const cold = { mode: 'cold' as const, to: '+14155550107' };
  await report({ transfer: { run: 3, target: 'manager', ...cold } });
  await report({ transfer: { run: 3, result: 'no_answer' } });
  const brief = { mode: 'warm' as const, to: 'sip:desk@example.com', brief: 'A guest asks for a table for twelve.' };
  await report({ transfer: { run: 4, target: 'front_desk', ...brief } });
  await report({ transfer: { run: 4, result: 'answered' } });
  const booking = { arguments: '{"day":"Friday","seats":4}', answer: '{"table":"7"}', status: 201, side_effects: true };
  const failure = { outcome: 'failed' as const, cause: 'The secret menu_key is not stored.' };
  await report({
    tool_calls: [
      tool(1, 'book_table', 12, booking),
      tool(2, 'find_menu', 20, failure),
      tool(3, 'transfer_call', 31, { arguments: '{"target":"manager"}' }),
      tool(4, 'transfer_call', 75, { arguments: '{"target":"front_desk"}' }),
    ],
    ...{ status: 'completed', end_time_utc: after(90), end_reason: 'transferred' },
  });
  return id;
}

describe('what an agent did in a call, in the console', function () {
  const stage = consoleOfSuite();

  it('is listed with arguments, outcome, duration and status, and so is why the call ended', async () => {
    const account = await stage().signUp();
    const id = await reportedCall(stage(), account);
    const { page, errors } = await stage().openPage(`/calls/${id}`, { as: account });
    const actions = page.getByRole('region', { name: 'Tool calls and transfers' });
    await actions.waitFor();
    const rows = await actions.getByRole('listitem').allInnerTexts();
    const words = rows.map((row) =>
      row
        .split(/\s*\n\s*/u)
        .join(' | ')
        .replaceAll('\u00a0', ' '),
    );
    assert.lengthOf(words, 4);
    assert.match(
      words[0] ?? '',
      /^0:12 \| book_table \| Succeeded \| Took \| 1\.25 s \| HTTP status \| 201 \| Arguments \| day: Friday \| seats: 4 \| The model read \| \{"table":"7"\}$/,
    );
    assert.match(
      words[1] ?? '',
      /^0:20 \| find_menu \| Failed \|.+\| Why it failed \| The secret menu_key is not stored\.$/,
    );
    assert.match(
      words[2] ?? '',
      /^0:31 \| Transfer to manager \| No answer \| Dialled \| \+14155550107 \| Mode \| Cold \|/,
    );
    assert.match(words[3] ?? '', /^1:15 \| Transfer to front_desk \| Connected \| Dialled \| sip:desk@example\.com \|/);
    assert.include(words[3], '| Brief | A guest asks for a table for twelve.');
    await page.getByText('Transferred to a person', { exact: true }).waitFor();
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await axe(page);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    assert.isAtMost(width, 390);
    assert.deepEqual(errors, []);
  });
});
