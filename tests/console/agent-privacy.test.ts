import { assert } from 'chai';
import { withRecordingMode, withRedacted } from '../../console/src/pages/agents/privacy.ts';

describe('what is kept of calls, in the form of an agent', () => {
  it('has a question and a wait only where the agent asks, and no section where calls are recorded', () => {
    const asking = { mode: 'consent', question: 'May I?', wait_secs: 8 } as const;
    assert.deepEqual(withRecordingMode(asking, 'consent'), { recording: asking });
    assert.deepEqual(withRecordingMode(asking, 'off').recording, { mode: 'off' });
    assert.isUndefined(withRecordingMode(asking, 'on').recording);
    assert.deepEqual(withRecordingMode(undefined, 'consent').recording, { mode: 'consent' });
  });

  it('has a section of redaction while something is left out', () => {
    const cards = withRedacted({}, 'kinds', { value: 'card_number', on: true }).redaction!;
    assert.deepEqual(cards, { kinds: ['card_number'], variables: [] });
    const both = withRedacted(cards, 'variables', { value: 'name', on: true }).redaction!;
    assert.deepEqual(both, { kinds: ['card_number'], variables: ['name'] });
    const names = withRedacted(both, 'kinds', { value: 'card_number', on: false }).redaction!;
    assert.isUndefined(withRedacted(names, 'variables', { value: 'name', on: false }).redaction);
  });
});
