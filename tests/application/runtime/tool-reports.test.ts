import { assert } from 'chai';
import { ToolReports } from '../../../application/runtime/tool-reports.ts';
import type { CallPatch } from '../../../domain/calls/call-log.ts';
import type { ToolJournalEntry } from '../../../domain/calls/tool-call-record.ts';
import { unavailable } from '../../../domain/errors.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const AT = '2026-03-02T09:00:00.000Z';

const starts = (run: number): ToolJournalEntry => ({
  ...{ run, name: 'book', arguments: '{}', side_effects: true, started_at: AT, idempotency_key: `k${run}` },
});
const ends = (run: number): ToolJournalEntry => ({
  ...{ run, outcome: 'ok', answer: 'Booked', status: 201, cause: null, ended_at: AT },
});

function world() {
  const clock = fakeClock();
  const { log, lines } = rememberingLog();
  const sent: CallPatch['tool_calls'][] = [];
  /** What the API does instead of answering at once. */
  const api: { work: () => Promise<void> } = { work: async () => undefined };
  const controlPlane = {
    async updateCall(_orgId: string, _callId: string, { tool_calls }: CallPatch) {
      sent.push(tool_calls);
      await api.work();
      return undefined as never;
    },
  };
  const reports = new ToolReports({ controlPlane, clock, log }, { org_id: 'o', call_id: 'c' });
  const report = () => clock.advanceAsync(TIMEOUTS_MS.tool_report);
  const outcomes = () => sent.map((records = []) => records.map(({ run, outcome }) => `${run} ${outcome}`));
  return { clock, lines, sent, api, reports, report, outcomes };
}

describe('ToolReports', () => {
  it('reports a call while it runs and when it has ended, each once', async () => {
    const { reports, report, outcomes, sent, clock } = world();
    reports.add(starts(1));
    await report();
    reports.add(ends(1));
    await report();
    await report();
    assert.deepEqual(outcomes(), [['1 running'], ['1 ok']]);
    assert.deepInclude(sent[1]![0], {
      name: 'book',
      answer: 'Booked',
      status: 201,
      idempotency_key: 'k1',
      ended_at: AT,
    });
    assert.equal(clock.waiting, 0);
  });

  it('sends what happened within a second together, and one request at a time', async () => {
    const { reports, report, outcomes, api } = world();
    let answer = (): void => undefined;
    api.work = () => new Promise((resolve) => (answer = resolve));
    for (const run of [1, 2]) reports.add(starts(run));
    reports.add(ends(1));
    await report();
    reports.add(ends(2));
    await report();
    assert.deepEqual(outcomes(), [['1 ok', '2 running']]);
    answer();
    await report();
    assert.deepEqual(outcomes().slice(1), [['2 ok']]);
  });

  it('repeats a report that failed together with the next one', async () => {
    const { reports, report, outcomes, api, lines } = world();
    api.work = async () => {
      throw unavailable('No API');
    };
    reports.add(starts(1));
    for (const _ of [1, 2, 3]) await report();
    assert.deepEqual(outcomes(), [['1 running']]);
    assert.deepEqual(
      lines.map(({ event }) => event),
      ['tools.report_failed'],
    );
    api.work = async () => undefined;
    reports.add(starts(2));
    await report();
    assert.deepEqual(outcomes().slice(1), [['1 running', '2 running']]);
  });

  it('sends nothing after the conversation, which delivers its journal', async () => {
    const { reports, report, sent, clock } = world();
    reports.add(starts(1));
    reports.close();
    reports.add(ends(1));
    await report();
    assert.deepEqual([sent, clock.waiting], [[], 0]);
  });
});
