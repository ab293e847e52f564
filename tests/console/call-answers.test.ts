import { assert } from 'chai';
import { beganAt, sourceWords } from '../../console/src/pages/calls/answers.ts';

describe('answers of a call in the console', () => {
  it('begin at a second of the conversation, never before it', () => {
    const call = { created_at: '2026-01-31T09:30:00.000Z', start_time_utc: '2026-01-31T09:30:02.000Z' };
    assert.equal(beganAt(call, { at: '2026-01-31T09:30:07.500Z' }), 5.5);
    assert.equal(beganAt({ ...call, start_time_utc: null }, { at: '2026-01-31T09:30:07.500Z' }), 7.5);
    assert.equal(beganAt(call, { at: '2026-01-31T09:30:01.000Z' }), 0);
  });

  it('name the file of a passage, and its page or headings', () => {
    const passage = { document_id: 'd', chunk_id: 'd:0', source_filename: 'a.pdf', page: 3 };
    assert.equal(sourceWords(passage), 'a.pdf, page 3');
    assert.equal(sourceWords({ ...passage, page: null, heading: 'Hours › Sundays' }), 'a.pdf, Hours › Sundays');
  });
});
