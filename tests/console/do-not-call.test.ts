import { assert } from 'chai';
import { withDoNotCall } from '../../console/src/pages/agents/do-not-call.ts';

describe('withDoNotCall', () => {
  it('keeps the section while there is a way to ask, with the key that is given', () => {
    assert.deepEqual(withDoNotCall({ tool: true, key: ' ' }), { do_not_call: { tool: true } });
    assert.deepEqual(withDoNotCall({ tool: false, key: ' 9' }), { do_not_call: { tool: false, key: '9' } });
  });

  it('leaves the section out without a way to ask', () => {
    assert.deepEqual(JSON.stringify(withDoNotCall({ tool: false, key: '' })), '{}');
  });
});
