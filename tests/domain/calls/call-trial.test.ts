import { assert } from 'chai';
import { trialOf, triedVersion } from '../../../domain/calls/call-trial.ts';

describe('the trial of a version', () => {
  it('is named by its number, and a draft by its revision', () => {
    for (const version of [1, 7, 1_234]) assert.equal(triedVersion(trialOf(version)), version);
    for (const revision of ['01980b4f-7a1e-7c3d-9f00-000000000007', 'version:', 'version:0', 'version:7 ', 'r7'])
      assert.isNull(triedVersion(revision), revision);
  });
});
