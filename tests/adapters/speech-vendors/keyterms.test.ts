import { assert } from 'chai';
import type { SttProvider } from '../../../adapters/providers/define.ts';
import { registered } from '../../../adapters/providers/registered-providers.ts';
import { azureStt } from '../../../adapters/providers/azure/stt.ts';
import { cartesiaStt } from '../../../adapters/providers/cartesia/stt.ts';
import { deepgramStt } from '../../../adapters/providers/deepgram/stt.ts';
import { openaiStt } from '../../../adapters/providers/openai/stt.ts';
import { speechmaticsStt } from '../../../adapters/providers/speechmatics/stt.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { vendorServer, type VendorRequest } from '../providers/vendor-server.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { KEY } from './stands.ts';

const KEYTERMS = ['Aoife', 'New Ross'];

/** Opens a transcriber with key terms, and answers what it asked first and what it said first. */
async function requestOf(provider: SttProvider, settings: object): Promise<{ request: VendorRequest; fields: object }> {
  const messages: string[] = [];
  const server = await vendorServer({
    socket: (socket) =>
      socket.on('message', (message: Buffer) => {
        messages.push(message.toString());
        if (message.includes('session.update')) socket.send('{"type":"session.updated"}');
        if (message.includes('StartRecognition')) socket.send('{"message":"RecognitionStarted"}');
      }),
    http: (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"yes"}'),
  });
  const listener = new Listener();
  const options = { sampleRate: 16_000, language: 'en' };
  const all = { api_key: KEY, base_url: server.url, ...settings };
  const transcription = await provider.open(all, options, listener, anywhere());
  if (server.received.length === 0) {
    transcription.startUtterance();
    transcription.endUtterance();
    await listener.next();
  }
  transcription.close();
  return { request: server.received[0]!, fields: JSON.parse(messages[0] ?? '{}') as object };
}

describe('key terms', () => {
  it('are taken under one name by every transcriber that takes them', () => {
    const takers = registered.stt.filter(({ declaration }) => 'keyterms' in declaration.fields);
    assert.sameMembers(
      takers.map(({ declaration }) => declaration.provider),
      [
        'assemblyai',
        'azure_speech',
        'bhashini',
        'cartesia',
        'deepgram',
        'elevenlabs',
        'gladia',
        'google_speech',
        'openai',
        'soniox',
        'speechmatics',
      ],
    );
    for (const { declaration, parseSettings } of takers)
      assert.deepEqual(parseSettings({ keyterms: ['Aoife'] }), { keyterms: ['Aoife'] }, declaration.provider);
  });

  for (const [provider, former] of [
    [speechmaticsStt, 'additional_vocab'],
    [azureStt, 'phrases'],
  ] as const)
    it(`are taken by ${provider.declaration.provider} under their former name ${former} as well`, () => {
      assert.deepEqual(provider.parseSettings({ [former]: KEYTERMS }), { keyterms: KEYTERMS });
      assert.deepEqual(provider.parseSettings({ [former]: ['other'], keyterms: KEYTERMS }), { keyterms: KEYTERMS });
      assert.throws(() => provider.parseSettings({ [former]: 'Aoife' }), 'keyterms must be array');
      assert.notProperty(provider.declaration.fields, former);
    });

  it('reach speechmatics from a stored agent that has them under their former name', async () => {
    const { fields } = await requestOf(speechmaticsStt, { additional_vocab: KEYTERMS });
    assert.deepNestedPropertyVal(
      fields,
      'transcription_config.additional_vocab',
      KEYTERMS.map((content) => ({ content })),
    );
  });

  it('reach cartesia and deepgram nova-3 as they are', async () => {
    for (const provider of [cartesiaStt, deepgramStt]) {
      const { request } = await requestOf(provider, { keyterms: KEYTERMS });
      assert.deepEqual(request.url.searchParams.getAll('keyterm'), KEYTERMS);
    }
  });

  for (const model of ['nova-2', 'nova-2-phonecall', 'nova-general', 'enhanced', 'base'])
    it(`reach deepgram ${model} word by word as keywords, which it takes instead`, async () => {
      const { request } = await requestOf(deepgramStt, { keyterms: KEYTERMS, model });
      assert.deepEqual(request.url.searchParams.getAll('keywords'), ['Aoife', 'New', 'Ross']);
      assert.isFalse(request.url.searchParams.has('keyterm'));
    });

  it('reach openai live as keywords of the session', async () => {
    const { fields } = await requestOf(openaiStt, { keyterms: KEYTERMS });
    assert.deepNestedPropertyVal(fields, 'session.audio.input.transcription.keywords', KEYTERMS);
  });

  it('reach gpt-transcribe as a form field each', async () => {
    const { request } = await requestOf(openaiStt, { keyterms: KEYTERMS, model: 'gpt-transcribe' });
    const form = await new Response(Uint8Array.from(request.body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData();
    assert.deepEqual(form.getAll('keywords[]'), KEYTERMS);
  });

  it('do not reach models of openai that refuse them', async () => {
    const { fields } = await requestOf(openaiStt, { keyterms: KEYTERMS, model: 'gpt-realtime-whisper' });
    assert.notNestedProperty(fields, 'session.audio.input.transcription.keywords');
    const { request } = await requestOf(openaiStt, { keyterms: KEYTERMS, model: 'whisper-1' });
    assert.notInclude(request.body.toString(), 'keywords');
  });

  const terms = (count: number, length: number): readonly string[] =>
    Array.from({ length: count }, (_, nth) => String(nth).padEnd(length, 'x'));

  for (const [provider, fits, excess] of [
    ['assemblyai', terms(100, 50), [terms(101, 5), terms(1, 51)]],
    ['azure_speech', terms(500, 5), [terms(501, 5)]],
    ['cartesia', terms(100, 12), [terms(101, 5), terms(100, 13)]],
    ['deepgram', terms(100, 50), [terms(101, 5)]],
    ['elevenlabs', terms(50, 20), [terms(51, 5), terms(1, 21)]],
  ] as const)
    it(`are refused beyond what ${provider} takes when the agent is saved`, () => {
      const { parseSettings } = registered.stt.find(({ declaration }) => declaration.provider === provider)!;
      const region = provider === 'azure_speech' ? { region: 'westeurope' } : {};
      assert.doesNotThrow(() => parseSettings({ ...region, keyterms: fits }));
      for (const keyterms of excess)
        assert.throws(() => parseSettings({ ...region, keyterms }), /^keyterms(\[0\])? must have at most \d+ /);
    });

  it('beyond the limits of an agent that was stored before they were checked are left out', async () => {
    const { request } = await requestOf(cartesiaStt, { keyterms: ['Aoife', 'x'.repeat(1_300), 'New Ross'] });
    assert.deepEqual(request.url.searchParams.getAll('keyterm'), KEYTERMS);
    const many = await requestOf(deepgramStt, { keyterms: terms(120, 5) });
    assert.deepEqual(many.request.url.searchParams.getAll('keyterm'), terms(100, 5));
  });
});
