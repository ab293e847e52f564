import { assert } from 'chai';
import { fluxLine } from '../../../adapters/providers/deepgram/flux-line.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';

describe('a line to deepgram flux', () => {
  it('is given up with a fault that the vendor reports', () => {
    const line = fluxLine(16_000);
    line.begin();
    try {
      line.read('{"type":"Error","code":"INTERNAL_SERVER_ERROR","description":"sk-0123456789"}');
      assert.fail('It goes on');
    } catch (failure) {
      const { message, retryable } = failure as VendorFailure;
      assert.deepEqual([message, retryable], ['deepgram reported a fault (INTERNAL_SERVER_ERROR)', true]);
    }
  });
});
