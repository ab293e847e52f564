import { assert } from 'chai';
import {
  bhashiniTts,
  elevenlabsTts,
  localTts,
  openaiCompatibleTts,
  openaiTts,
} from '../../../adapters/providers/index.ts';
import type { TtsProvider } from '../../../adapters/providers/define.ts';
import type { Settings } from '../../../adapters/providers/settings.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { multiStream } from './multi-stream.ts';

/** Whether a vendor that is opened without a request needs numbers in words. */
async function needs(provider: TtsProvider, settings: Settings): Promise<boolean> {
  const voice = await provider.open({ api_key: 'key', ...settings }, { sampleRate: 16_000 }, anywhere());
  voice.close();
  return voice.needsNormalisation === true;
}

describe('text normalisation', () => {
  it('is needed by voices that read numbers badly, and by no others', async () => {
    const server = { base_url: 'http://127.0.0.1:9', model: 'kokoro', voice: 'af_heart' };
    assert.isTrue(await needs(openaiCompatibleTts, server));
    assert.isFalse(await needs(openaiTts, {}));
    assert.isTrue(await needs(bhashiniTts, { language: 'hi' }));
    assert.isFalse(await needs(bhashiniTts, { language: 'hi', text_normalization: true }));
    assert.isTrue(await needs(localTts, {}));
  });

  it('is needed by the flash models of ElevenLabs', async () => {
    const { server } = await multiStream();
    for (const [model, isNeeded] of [
      ['eleven_flash_v2_5', true],
      ['eleven_multilingual_v2', false],
    ] as const)
      assert.strictEqual(await needs(elevenlabsTts, { base_url: server.url, model }), isNeeded);
  });
});
