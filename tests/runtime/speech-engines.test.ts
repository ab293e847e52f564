import { assert } from 'chai';
import { openPlatform } from '../support/platform.ts';

describe('the built-in speech engines', () => {
  it('are started with the runtime, before a call needs them, and closed with it', async () => {
    const steps: string[] = [];
    const engines = { warm: async () => void steps.push('warm'), close: async () => void steps.push('close') };
    const platform = await openPlatform({ parts: { localSpeech: engines } });
    assert.deepEqual(steps, ['warm']);
    await platform.close();
    assert.deepEqual(steps, ['warm', 'close']);
  });
});
