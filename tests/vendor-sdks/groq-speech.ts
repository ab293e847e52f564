import { File } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { assert } from 'chai';
import Groq, { AuthenticationError } from 'groq-sdk';
import { groqStt } from '../../adapters/providers/groq/stt.ts';
import { wavFile } from '../../adapters/providers/_speech/pcm.ts';
import { formOf, openAiServer } from '../adapters/providers/openai-server.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { hand, Listener } from '../contracts/speech-to-text.contract.ts';
import { eventually } from '../support/eventually.ts';

const KEY = 'gsk-0123456789';
const clientOf = ({ url }: { url: string }) => new Groq({ apiKey: KEY, baseURL: url, maxRetries: 0 });
const wav = () => new File([Uint8Array.from(wavFile(sound('hello'), 16_000))], 'audio.wav', { type: 'audio/wav' });

describe('groq SDK against the scripted transcription server', () => {
  it('sends the same form as the adapter, and reads the text', async () => {
    const server = await openAiServer();
    const hints = { model: 'whisper-large-v3-turbo', prompt: 'A clinic.' };
    const answer = await clientOf(server).audio.transcriptions.create({
      ...hints,
      file: wav(),
      language: 'hi',
      temperature: 0.2,
      response_format: 'json',
    });
    assert.equal(answer.text, 'hello');
    const listener = new Listener();
    const settings = { api_key: KEY, base_url: `${server.url}/openai/v1`, temperature: 0.2, ...hints };
    const line = await groqStt.open(settings, { sampleRate: 16_000, language: 'hi' }, listener, anywhere());
    line.startUtterance();
    hand(line, sound('hello'), 16_000);
    line.endUtterance();
    assert.deepEqual(await listener.next(), { text: 'hello' });
    const [theirs, ours] = server.received.map((request) => ({
      path: request.url.pathname,
      key: request.headers.authorization,
      fields: formOf(request).fields,
    }));
    assert.deepEqual(ours, theirs);
    line.close();
  });

  it('is refused a wrong key', async () => {
    const server = await openAiServer();
    server.refusals.push(401);
    const refusal: unknown = await clientOf(server)
      .audio.transcriptions.create({ file: wav(), model: 'whisper-large-v3' })
      .catch((error: unknown) => error);
    assert.instanceOf(refusal, AuthenticationError);
  });

  it('takes a request back', async () => {
    const server = await vendorServer({});
    const stop = new AbortController();
    const requested = clientOf(server).audio.transcriptions.create(
      { file: wav(), model: 'whisper-large-v3' },
      { signal: stop.signal },
    );
    await server.requests(1);
    stop.abort();
    const failure: unknown = await requested.catch((error: unknown) => error);
    assert.instanceOf(failure, Groq.APIUserAbortError);
    await eventually(() => server.hangUps === 1, 'the end of the connection');
  });
});

describe('groq SDK types', () => {
  it('declare every language that the adapter sends', async () => {
    const types = fileURLToPath(import.meta.resolve('groq-sdk/resources/audio/transcriptions'));
    const declared = /language\?: \(string & \{\}\) \| (.+);/.exec(
      await readFile(types.replace(/\.m?js$/, '.d.ts'), 'utf8'),
    );
    const languages = new Set([...declared![1]!.matchAll(/'(\w+)'/g)].map(([, language]) => language));
    assert.isAbove(languages.size, 90);
    for (const { languages: ours = {} } of Object.values(groqStt.declaration.capabilities ?? {}))
      assert.isEmpty(Object.values(ours).filter((code) => code !== 'auto' && !languages.has(code)));
  });
});
