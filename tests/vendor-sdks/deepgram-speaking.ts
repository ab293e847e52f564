import type { DeepgramError } from '@deepgram/sdk';
import { assert } from 'chai';
import { joined } from '../../adapters/providers/local/joined.ts';
import { bytesOf } from '../../adapters/providers/speech/pcm.ts';
import { deepgram as speaker } from '../../adapters/providers/tts/deepgram.ts';
import { deepgramServer } from '../adapters/providers/deepgram-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { spoken } from '../contracts/text-to-speech.contract.ts';
import { clientOf, KEY, queryOf } from './support/deepgram.ts';

async function world() {
  const server = await deepgramServer();
  return { server, client: clientOf(server.url) };
}

describe('deepgram SDK speaking with aura through the scripted server', () => {
  it('gets the audio that our adapter gets, for the same request', async () => {
    const { server, client } = await world();
    const request = {
      text: 'Hola.',
      model: 'aura-2-estrella-es',
      encoding: 'linear16',
      container: 'none',
      sample_rate: 16_000,
      speed: 1.2,
    } as const;
    const audio = await client.speak.v1.audio.generate(request);
    const bytes = new Uint8Array(await audio.arrayBuffer());
    const settings = { api_key: KEY, base_url: server.url, language: 'es', voice: 'estrella', speed: 1.2 };
    const voice = await speaker.open(settings, { sampleRate: 16_000 }, anywhere());
    assert.deepEqual(bytesOf(joined(await spoken(voice, 'Hola.'))), bytes);
    voice.close();
    const [theirs, ours] = server.asked as [(typeof server.asked)[0], (typeof server.asked)[0]];
    assert.equal(`${ours.method} ${ours.url.pathname}`, `${theirs.method} ${theirs.url.pathname}`);
    assert.deepEqual(queryOf(ours.url), queryOf(theirs.url));
    assert.deepEqual(JSON.parse(ours.body.toString()), JSON.parse(theirs.body.toString()));
  });

  it('is refused as our adapter is', async () => {
    const { server, client } = await world();
    server.refusals.push(400);
    const refused = await client.speak.v1.audio
      .generate({ text: 'Ciao.', model: 'aura-2-livia-it' }, { maxRetries: 0 })
      .catch((error: unknown) => (error as DeepgramError).statusCode);
    assert.equal(refused, 400);
  });
});
