import { assert } from 'chai';
import { conversation } from '../../clients/cli/conversation.ts';
import { callInWords } from '../../clients/cli/call-words.ts';
import type { CallLogResponse } from '../../clients/typescript/index.ts';

const at = (secs: number): string => new Date(Date.UTC(2026, 2, 2, 9, 0, secs)).toISOString();

const CALL: CallLogResponse = {
  ...{ call_id: 'c1', org_id: 'o1', agent_id: 'a1', agent_name: 'Roma', call_type: 'inbound' },
  ...{ status: 'completed', call_response: 'answered', from_number: '+14155550100', to_number: '+14155550101' },
  ...{ telephony_provider: 'simulator', provider_call_sid: 'sid', custom_variables: {} },
  ...{ created_at: at(0), updated_at: at(90), start_time_utc: at(1), end_time_utc: at(61), duration: 60 },
  ...{ recording_url: null, transcript_url: null, error_message: null, campaign_id: null, queued_run_id: null },
};

const tool = { side_effects: true, started_at: at(5), arguments: '{"seats":4}' };
const transfer = { provider_call_sid: null, brief: null, answered_at: null, ready_at: null, started_at: at(30) };

/** The cells of each line. */
const rows = (text: string): string[][] => text.split('\n').map((line) => line.split('  ').flatMap(cellOf));
const cellOf = (text: string): string[] => (text.trim() === '' ? [] : [text.trim()]);

describe('a call in the command line', () => {
  it('has no tables of what its agent did not do', () => {
    assert.notInclude(callInWords(CALL), '\n\n');
    assert.deepInclude(rows(callInWords(CALL)), ['pre_call', '-']);
  });

  it('shows its answers with the passages that they are based on', () => {
    const passage = { document_id: 'd', chunk_id: 'd:0', source_filename: 'a.pdf', page: 3 };
    const words = { question: 'When?', answer: 'At nine.', at: at(9) };
    const [, answers = ''] = callInWords({
      ...CALL,
      answers: [
        { number: 1, ...words, lookup: 'found', sources: [passage, { ...passage, page: null, heading: 'Hours' }] },
        { number: 2, ...words, lookup: 'nothing_close', sources: [] },
      ],
    }).split('\n\n');
    assert.deepEqual(rows(answers), [
      ['TURN', 'QUESTION', 'LOOKUP', 'ANSWER', 'SOURCES'],
      ['1', 'When?', 'found', 'At nine.', 'a.pdf, page 3; a.pdf, Hours'],
      ['2', 'When?', 'nothing_close', 'At nine.', '-'],
    ]);
  });

  it('shows the agents that spoke, where it was handed over', () => {
    const agents = [
      { agent_id: 'a1', name: 'Roma', agent_version: 3, at: at(1), target: null },
      { agent_id: 'a2', name: 'Billing', agent_version: null, at: at(20), target: 'billing' },
    ];
    assert.deepEqual(rows(callInWords({ ...CALL, agents }).split('\n\n')[1] ?? ''), [
      ['SINCE', 'AGENT', 'VERSION', 'TARGET'],
      ['2026-03-02 09:00:01Z', 'Roma', '3', '-'],
      ['2026-03-02 09:00:20Z', 'Billing', '-', 'billing'],
    ]);
    const line = '[2026-03-02T09:00:20.000Z] handover: Roma -> Billing';
    assert.equal(conversation(line, null), '09:00:20  handover   Roma -> Billing');
  });

  it('shows why it ended, the pre-call request, tool calls and transfers', () => {
    const answer = `Table 7. ${'🙂'.repeat(60)}`;
    const [about = '', tools = '', transfers = ''] = callInWords({
      ...CALL,
      ...{ end_reason: 'transferred', pre_call: { outcome: 'failed', reason: 'timeout', say: null, duration_ms: 900 } },
      tool_calls: [
        { ...tool, run: 1, name: 'book_table', ended_at: at(6), outcome: 'ok', status: 201, answer },
        { ...tool, run: 2, name: 'order', ended_at: null, outcome: 'unknown', answer: null, cause: 'No secret' },
      ],
      transfers: [
        { ...transfer, run: 3, target: 'owner', mode: 'cold', to: '+14155550107', result: 'no_answer', at: at(40) },
        { ...transfer, run: 4, target: 'bar', mode: 'warm', to: 'sip:bar@example.com', result: null, at: null },
      ],
    }).split('\n\n');
    assert.includeDeepMembers(rows(about), [
      ['end_reason', 'transferred'],
      ['pre_call', 'failed (timeout), 900 ms'],
    ]);
    assert.deepEqual(rows(tools), [
      ['STARTED', 'TOOL', 'OUTCOME', 'STATUS', 'TOOK', 'ARGUMENTS', 'ANSWER'],
      ['2026-03-02 09:00:05Z', 'book_table', 'ok', '201', '1.0 s', '{"seats":4}', `Table 7. ${'🙂'.repeat(50)}…`],
      ['2026-03-02 09:00:05Z', 'order', 'unknown', '-', '-', '{"seats":4}', 'No secret'],
    ]);
    assert.deepEqual(rows(transfers), [
      ['STARTED', 'TARGET', 'TO', 'MODE', 'RESULT', 'AT'],
      ['2026-03-02 09:00:30Z', 'owner', '+14155550107', 'cold', 'no_answer', '2026-03-02 09:00:40Z'],
      ['2026-03-02 09:00:30Z', 'bar', 'sip:bar@example.com', 'warm', 'under way', '-'],
    ]);
  });
});
