import { assert } from 'chai';
import { deepgramStt as listener } from '../../../adapters/providers/deepgram/stt.ts';
import { deepgramTts as speaker } from '../../../adapters/providers/deepgram/tts.ts';
import { hand, Listener, speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks, textToSpeechContract } from '../../contracts/text-to-speech.contract.ts';
import { keeps } from '../../support/contract.ts';
import { deepgramServer } from './deepgram-server.ts';
import { sound } from './letter-audio.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf, transcriptions, voices } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const KEY = 'dg-0123456789';
const settingsFor = (server: { url: string }, more: object = {}) => ({ api_key: KEY, base_url: server.url, ...more });
const stand = async (more: object = {}) => {
  const server = await deepgramServer();
  return { ...transcriptions(listener, server, settingsFor(server, more)), server };
};

describe('speech to text: deepgram nova', () => keeps(speechToTextContract, stand));
describe('speech to text: deepgram flux', () => keeps(speechToTextContract, () => stand({ model: 'flux-general-en' })));
describe('text to speech: deepgram', () =>
  keeps(textToSpeechContract, async () => {
    const server = await deepgramServer();
    return voices(speaker, server, settingsFor(server), true);
  }));

describe('deepgram listening', () => {
  const open = async (more: object, results = new Listener(), language = 'en', sampleRate = 16_000) => {
    const server = await deepgramServer();
    const options = { sampleRate, language };
    return {
      server,
      results,
      it: await listener.open(settingsFor(server, more), options, results, anywhere()),
    };
  };
  const query = (url: URL) => Object.fromEntries(url.searchParams);

  it('asks nova for what it wants in the address, with the key in a header', async () => {
    const { server, it: line } = await open(
      { keyterms: ['Aoife', 'Niamh'], privacy: 'no_training' },
      undefined,
      'de-AT',
      8000,
    );
    const [{ url, headers }] = server.received as [(typeof server.received)[0]];
    assert.equal(url.pathname, '/v1/listen');
    assert.equal(headers.authorization, `Token ${KEY}`);
    assert.deepEqual(url.searchParams.getAll('keyterm'), ['Aoife', 'Niamh']);
    url.searchParams.delete('keyterm');
    assert.deepEqual(query(url), {
      model: 'nova-3',
      encoding: 'mulaw',
      sample_rate: '8000',
      mip_opt_out: 'true',
      language: 'de',
      channels: '1',
      interim_results: 'true',
      endpointing: 'false',
      punctuate: 'true',
      smart_format: 'true',
    });
    line.close();
  });

  it('configures flux to end turns only on request', async () => {
    const { server, it: line } = await open({ model: 'flux-general-multi' }, undefined, 'hi');
    const [{ url }] = server.received as [(typeof server.received)[0]];
    assert.equal(url.pathname, '/v2/listen');
    assert.deepEqual(query(url), {
      model: 'flux-general-multi',
      encoding: 'linear16',
      sample_rate: '16000',
      eot_threshold: '1.0',
      eot_timeout_ms: '60000',
      language_hint: 'hi',
    });
    line.close();
  });

  it('takes the language of the settings before that of the agent, and fails permanently on one it does not know', async () => {
    const { server, it: line } = await open({ language: 'hi' }, undefined, 'en');
    assert.equal(server.received[0]?.url.searchParams.get('language'), 'hi');
    line.close();
    const { message, retryable } = await failureOf(open({}, undefined, 'brx'));
    assert.deepEqual({ message, retryable }, { message: 'deepgram does not take brx', retryable: false });
  });

  it('hears utterances only, tells words on the way, and says goodbye', async () => {
    const { server, results, it: line } = await open({});
    hand(line, sound('unwanted text that is long enough'), 16_000);
    assert.equal(server.logs[0]?.bytes, 0);
    line.startUtterance();
    hand(line, sound('a table for two'), 16_000);
    await eventually(() => results.transcripts.some(({ final }) => !final), 'words on the way');
    line.endUtterance();
    await results.next();
    line.close();
    await eventually(() => server.logs[0]!.texts.length === 2, 'the farewell');
    assert.deepEqual(server.logs[0]?.texts, ['{"type":"Finalize"}', '{"type":"CloseStream"}']);
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  it('sends flux silence while the caller is silent', async () => {
    const { server, it: line } = await open({ model: 'flux-general-en' });
    hand(line, sound('unheard'), 16_000);
    await eventually(() => server.logs[0]!.bytes > 0, 'silence');
    line.close();
  });

  it('repeats what was not answered when the connection breaks', async () => {
    const { server, results, it: line } = await open({});
    line.startUtterance();
    hand(line, sound('a table'), 16_000);
    await eventually(() => server.logs[0]!.bytes > 0, 'the first words');
    server.cut();
    await server.requests(2);
    hand(line, sound(' for two'), 16_000);
    line.endUtterance();
    assert.deepEqual(await results.next(), { text: 'a table for two' });
    line.close();
  });

  it('takes what it knows when no final words come', async () => {
    const server = await deepgramServer({ isMute: true });
    const results = new Listener();
    const line = await listener.open(settingsFor(server), { sampleRate: 16_000, language: 'en' }, results, anywhere());
    line.startUtterance();
    line.endUtterance();
    assert.deepEqual(await results.next(), { text: '' });
    line.close();
  });

  it('makes nothing of garbage', async () => {
    const { server, results, it: line } = await open({});
    for (const socket of server.sockets)
      for (const garbage of ['{', 'null', '[]', '"x"', '{"type":"Results"}', '{"type":"Results","channel":{}}'])
        socket.send(garbage);
    line.startUtterance();
    hand(line, sound('yes'), 16_000);
    line.endUtterance();
    assert.deepEqual(await results.next(), { text: 'yes' });
    line.close();
  });

  for (const [status, retryable] of [
    [400, false],
    [401, false],
    [408, true],
    [429, true],
    [301, false],
    [503, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when it is answered ${status}`, async () => {
      const server = await deepgramServer();
      server.refusals.push(status);
      const options = { sampleRate: 16_000, language: 'en' };
      const failure = await failureOf(listener.open(settingsFor(server), options, new Listener(), anywhere()));
      assert.equal(failure.retryable, retryable);
      assert.match(failure.message, new RegExp(`^deepgram answered ${status}(: |$)`));
      assert.lengthOf(server.received, 1);
    });

  it('fails permanently when the vendor hangs up because of what we did', async () => {
    const server = await vendorServer({});
    const results = new Listener();
    const line = await listener.open(settingsFor(server), { sampleRate: 16_000, language: 'en' }, results, anywhere());
    line.startUtterance();
    for (const socket of server.sockets) socket.close(1008, `bad ${KEY}`);
    const outcome = await results.next();
    assert.isTrue('failure' in outcome && !outcome.failure.retryable);
    assert.notInclude(JSON.stringify(outcome), KEY);
    line.close();
  });
});

describe('deepgram speaking', () => {
  it('asks for raw audio at the rate of the call', async () => {
    const server = await deepgramServer();
    const settings = settingsFor(server, { language: 'es', voice: 'estrella', speed: 1.2 });
    const voice = await speaker.open(settings, { sampleRate: 8000 }, anywhere());
    assert.equal(voice.sampleRate, 8000);
    await synthesisedChunks(voice, ' Hola. ');
    const [{ method, url, headers, body }] = server.received as [(typeof server.received)[0]];
    assert.deepEqual([method, url.pathname, headers.authorization], ['POST', '/v1/speak', `Token ${KEY}`]);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      model: 'aura-2-estrella-es',
      encoding: 'mulaw',
      container: 'none',
      sample_rate: '8000',
      speed: '1.2',
    });
    assert.deepEqual(JSON.parse(body.toString()), { text: 'Hola.' });
    voice.close();
  });

  it('takes the first voice of a language, and refuses one that does not speak it', async () => {
    assert.doesNotThrow(() => speaker.parseSettings({ language: 'fr' }));
    assert.throws(() => speaker.parseSettings({ language: 'fr', voice: 'thalia' }), 'voice must be one that speaks fr');
    assert.throws(
      () => speaker.parseSettings({ model: 'aura', language: 'fr' }),
      'language must be one that aura speaks',
    );
    assert.throws(() => speaker.parseSettings({ language: 'it', voice: 'perseo' }), /^voice must be one of: /);
    assert.throws(() => speaker.parseSettings({ base_url: 'file:///etc/passwd' }), /^base_url /);
  });

  it('ends the connection at once when it is interrupted', async () => {
    const server = await vendorServer({
      http: (_, response) => void response.writeHead(200, { 'content-type': 'audio/l16' }).write(Buffer.alloc(9600)),
    });
    const voice = await speaker.open(settingsFor(server), { sampleRate: 16_000 }, anywhere());
    const stop = new AbortController();
    for await (const piece of voice.synthesise('Hello', stop.signal)) {
      assert.isAbove(piece.length, 0);
      stop.abort();
    }
    await eventually(() => server.hangUps === 1, 'the end of the connection');
    voice.close();
  });

  it('fails when the response is interrupted, an error, or not audio', async () => {
    const server = await vendorServer({
      http(request, response) {
        const { text } = JSON.parse(request.body.toString()) as { text: string };
        if (text === 'odd') return void response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        response.writeHead(200).write(Buffer.alloc(3200), () => response.destroy());
      },
    });
    const voice = await speaker.open(settingsFor(server), { sampleRate: 16_000 }, anywhere());
    assert.isTrue((await failureOf(synthesisedChunks(voice, 'broken'))).retryable);
    assert.isFalse((await failureOf(synthesisedChunks(voice, 'odd'))).retryable);
    for (const [status, retryable] of [
      [401, false],
      [503, true],
      [302, false],
    ] as const) {
      server.refusals.push(status);
      const failure = await failureOf(synthesisedChunks(voice, 'hi'));
      assert.equal(failure.retryable, retryable);
      assert.match(failure.message, new RegExp(`^deepgram answered ${status}(: |$)`));
    }
    voice.close();
  });
});
