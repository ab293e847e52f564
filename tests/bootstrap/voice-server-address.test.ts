import { assert } from 'chai';
import { resolve } from '../../bootstrap/dependencies.ts';
import { VoiceServerAddress } from '../../bootstrap/voice-server-address.ts';
import { openPlatform } from '../support/platform.ts';

describe('the address of the voice server', () => {
  it('is what the operator said, wherever the runtime listens', () => {
    const text = new VoiceServerAddress('https://voice.example.com');
    text.listensAt('http://127.0.0.1:7860');
    assert.equal(text.baseUrl, 'https://voice.example.com');
  });

  it('is where the runtime listens when it runs in the process of the API', async () => {
    const platform = await openPlatform();
    assert.equal((await resolve(platform.container, 'voiceServer')).baseUrl, platform.runtimeUrl);
  });

  it('is unknown to an API that runs alone', async () => {
    const platform = await openPlatform({ services: ['api'] });
    assert.isNull((await resolve(platform.container, 'voiceServer')).baseUrl);
  });
});
