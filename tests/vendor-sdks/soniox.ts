import { RealtimeSttSession, type RealtimeResult, type RealtimeToken, type SttSessionConfig } from '@soniox/node';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { sonioxStt } from '../../adapters/providers/soniox/stt.ts';
import { bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { sonioxServer } from '../adapters/speech-vendors/soniox-server.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';
import { haveFields } from './support/shapes.ts';

const KEY = 'sx-0123456789';

// Node.js 20 has no WebSocket of its own, which the SDK takes for granted.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket });

/** What the SDK's types make of the settings that our adapter is given below. */
const CONFIG: SttSessionConfig = {
  model: 'stt-rt-v5',
  audio_format: 'pcm_s16le',
  sample_rate: 16_000,
  num_channels: 1,
  language_hints: ['de'],
  language_hints_strict: true,
  context: { text: 'A clinic.', terms: ['Aoife'] },
};

async function session(config = CONFIG) {
  const server = await sonioxServer();
  const url = `${server.url.replace('http', 'ws')}/transcribe-websocket`;
  const it = new RealtimeSttSession(KEY, url, config);
  const results: RealtimeResult[] = [];
  it.on('result', (result) => results.push(result));
  const event = (name: 'finalized' | 'endpoint' | 'result'): Promise<void> =>
    new Promise((resolve) => it.once(name, () => resolve()));
  const final = (): string =>
    results
      .flatMap(({ tokens }) => tokens)
      .map(({ is_final, text }) => (is_final ? text : ''))
      .join('');
  return { server, it, results, event, final, say: (text: string) => it.sendAudio(bytesOf(sound(text))) };
}

describe('soniox SDK against the scripted server', () => {
  it('receives interim transcripts, finalizes an utterance, and finishes with the rest', async () => {
    const { it, results, event, final, say } = await session();
    await it.connect();
    const partial = event('result');
    say('a table for two');
    await partial;
    assert.isFalse(results[0]?.tokens[0]?.is_final);
    const finalized = event('finalized');
    const endpoint = event('endpoint');
    it.finalize({ trailing_silence_ms: 300 });
    await Promise.all([finalized, endpoint]);
    assert.equal(final(), 'a table for two');
    say(' please');
    await it.finish();
    assert.equal(it.state, 'finished');
    haveFields<RealtimeToken>(
      results.flatMap((result) => (result as RealtimeResult & { raw: { tokens: RealtimeToken[] } }).raw.tokens),
      { text: true, confidence: true, is_final: true },
    );
    assert.equal(final(), 'a table for two please');
  });

  it('takes an error of the server for what it is', async () => {
    const { server, it } = await session();
    await it.connect();
    const failed = new Promise<Error>((resolve) => it.once('error', resolve));
    for (const socket of server.sockets) socket.send('{"error_code":402,"error_message":"No balance."}');
    assert.equal((await failed).name, 'QuotaError');
    assert.equal(it.state, 'error');
  });

  it('cancels at once', async () => {
    const { server, it, say } = await session();
    await it.connect();
    say('never mind');
    it.close();
    assert.equal(it.state, 'canceled');
    for (const socket of server.sockets) await new Promise((resolve) => socket.once('close', resolve));
  });

  for (const [turns, config, options] of [
    ['', CONFIG, {}],
    [' where the vendor ends turns', { ...CONFIG, enable_endpoint_detection: true }, { turns: 'vendor' }],
  ] as const satisfies readonly (readonly [string, SttSessionConfig, object])[])
    it(`sends what our adapter sends${turns}, but for the key, which ours has in a header`, async () => {
      const { server, it, event, say } = await session(config);
      await it.connect();
      say('ja');
      const finalized = event('finalized');
      it.finalize({ trailing_silence_ms: 300 });
      await finalized;
      await it.finish();
      const listener = new Listener();
      const ours = await sonioxStt.open(
        {
          api_key: KEY,
          base_url: server.url,
          language_hints_strict: true,
          context: 'A clinic.',
          keyterms: ['Aoife'],
          endpointing_ms: 300,
        },
        { sampleRate: 16_000, language: 'de', ...options },
        listener,
        anywhere(),
      );
      ours.startUtterance();
      ours.write(sound('ja'));
      ours.endUtterance();
      await listener.next();
      ours.close();
      const { sockets, connections } = server;
      for (const socket of sockets) await new Promise((resolve) => socket.once('close', resolve));
      const [theirs, sent] = connections.map(({ texts }) =>
        texts.map((text) => (text === '' ? text : (JSON.parse(text) as { api_key?: string }))),
      );
      const [{ api_key, ...sentConfig }, ...rest] = theirs as [{ api_key?: string }, ...object[]];
      assert.equal(api_key, KEY);
      assert.equal(connections[1]?.headers.authorization, `Bearer ${KEY}`);
      assert.deepEqual(sent, [sentConfig, ...rest]);
      assert.deepEqual(connections[1]?.audio, connections[0]?.audio);
    });
});
