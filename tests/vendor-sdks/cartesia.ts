import type * as Sdk from '@cartesia/cartesia-js';
import type { ManualFinalizeWebsocketParams } from '@cartesia/cartesia-js/resources/stt/manual-finalize';
import type { WebsocketClientEvent, WebsocketResponse } from '@cartesia/cartesia-js/resources/tts';
import { assert } from 'chai';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { cartesiaStt as listener } from '../../adapters/providers/cartesia/stt.ts';
import { bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { cartesiaTts as speaker } from '../../adapters/providers/cartesia/tts.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { ink, sonic } from '../adapters/speech-vendors/cartesia-server.ts';
import { samplesIn } from '../adapters/speech-vendors/tts-server.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';
import { never, synthesisedChunks } from '../contracts/text-to-speech.contract.ts';

// As an ES module the SDK does not find `ws`: it asks for it with `require`.
const { Cartesia } = createRequire(import.meta.url)('@cartesia/cartesia-js') as typeof Sdk;

const KEY = 'sk-0123456789abcdef';
const RATE = 16_000;
const CONTEXT = {
  model_id: 'sonic-3.5',
  voice: { mode: 'id', id: 'v' },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: RATE },
  language: 'en',
  add_timestamps: true,
} as const;

/** The SDK, connected to the scripted voices. It knows no unencrypted address, so its sockets are opened for it. */
async function voices() {
  const server = await sonic();
  const { port } = new URL(server.url);
  const client = new Cartesia({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const socket = await client.tts.websocket({ createConnection: () => connect(Number(port), '127.0.0.1') });
  return { server, socket };
}

async function all(responses: AsyncIterable<WebsocketResponse>): Promise<WebsocketResponse[]> {
  const received: WebsocketResponse[] = [];
  for await (const response of responses) received.push(response);
  return received;
}

/** The bytes of each transcript, by its flush. */
const bytesByFlush = (received: readonly WebsocketResponse[]): Record<number, number> => {
  const bytes: Record<number, number> = {};
  for (const event of received)
    if (event.type === 'chunk') bytes[event.flush_id!] = (bytes[event.flush_id!] ?? 0) + event.audio!.length;
  return bytes;
};

const flushesIn = (received: readonly WebsocketResponse[]): number[] =>
  received.flatMap((event) => (event.type === 'flush_done' && event.flush_done ? [event.flush_id] : []));

const TEXTS = ['Good morning.', 'We open at nine.', 'Goodbye.'];

describe('cartesia SDK against the scripted voices', () => {
  it('hears each transcript of a context that does not buffer, and the end of each', async () => {
    const { server, socket } = await voices();
    const context = socket.context({ ...CONTEXT, max_buffer_delay_ms: 0, timeout: 5_000 });
    for (const transcript of TEXTS) await context.push({ transcript });
    await context.no_more_inputs();
    const received = await all(context.receive());
    assert.deepEqual(flushesIn(received), [1, 2, 3, 4]);
    assert.deepEqual(
      Object.values(bytesByFlush(received)),
      TEXTS.map((text) => 2 * samplesIn(text, RATE)),
    );
    assert.isTrue(received.some((event) => event.type === 'chunk' && event.audio!.length % 2 === 1));
    const words = received.flatMap((event) =>
      event.type === 'timestamps' ? (event.word_timestamps?.words ?? []) : [],
    );
    assert.deepEqual(words, TEXTS.join(' ').split(' '));
    assert.equal(received.at(-1)?.type, 'done');
    assert.equal(server.connections[0]?.headers.authorization, `Bearer ${KEY}`);
    socket.close();
  });

  it('hears what was buffered when it flushes it', async () => {
    const { socket } = await voices();
    const context = socket.context({ ...CONTEXT, timeout: 5_000 });
    await context.push({ transcript: 'Good ' });
    await context.push({ transcript: 'morning.', flush: true });
    await context.no_more_inputs();
    const received = await all(context.receive());
    assert.deepEqual(bytesByFlush(received), { 1: 2 * samplesIn('Good morning.', RATE) });
    assert.deepEqual(flushesIn(received), [1, 2]);
    socket.close();
  });

  it('hears no more of a context that it cancels, and all of another', async () => {
    const { server, socket } = await voices();
    const context = socket.context({ ...CONTEXT, contextId: 'one', max_buffer_delay_ms: 0, timeout: 5_000 });
    const received: WebsocketResponse[] = [];
    const isCancelled = new Promise<void>((resolve) =>
      socket.on('chunk', (event) => {
        if (event.context_id === 'one' && received.push(event) === 1) void context.cancel().then(resolve);
      }),
    );
    await context.push({ transcript: 'This is long enough to be interrupted long before its end has come.' });
    await isCancelled;
    const other = await all(socket.generate({ ...CONTEXT, context_id: 'two', transcript: 'Yes.' }));
    assert.deepEqual(bytesByFlush(other), { 1: 2 * samplesIn('Yes.', RATE) });
    assert.equal(other.at(-1)?.type, 'done');
    assert.isBelow(received.length, 10);
    assert.deepEqual(JSON.parse(server.connections[0]!.texts[1]!), { cancel: true, context_id: 'one' });
    socket.close();
  });

  it('takes an error of the server for one', async () => {
    const { server, socket } = await voices();
    server.manner.slowMs = 60_000;
    const context = socket.context({ ...CONTEXT, contextId: 'one', max_buffer_delay_ms: 0, timeout: 5_000 });
    socket.on('error', () => undefined);
    await context.push({ transcript: 'Hello.' });
    const error = { type: 'error', title: 'Quota', message: 'Out of credits', status_code: 402, done: true };
    for (const each of server.sockets) each.send(JSON.stringify({ ...error, context_id: 'one' }));
    const failure: unknown = await all(context.receive()).catch((reason: unknown) => reason);
    assert.match(String(failure), /Out of credits/);
    socket.close();
  });

  it('has types for all that our adapter sends', async () => {
    const server = await sonic();
    const settings = { api_key: KEY, base_url: server.url, voice: 'v', speed: 1.2, emotion: 'content' };
    const voice = await speaker.open(settings, { sampleRate: RATE }, anywhere());
    const speech = {};
    await synthesisedChunks(voice, 'Hello.', never(), { speech });
    await synthesisedChunks(voice, 'How are you?', never(), { speech });
    await synthesisedChunks(voice, 'Fine.');
    const stop = new AbortController();
    for await (const { length } of voice.synthesise('Interrupt me now, please.', stop.signal))
      if (length > 0) stop.abort();
    await synthesisedChunks(voice, 'Yes.');
    voice.close();
    const requested = (context_id: string, transcript: string, goesOn: boolean): WebsocketClientEvent => ({
      ...CONTEXT,
      context_id,
      transcript,
      generation_config: { speed: 1.2, emotion: 'content' },
      max_buffer_delay_ms: 0,
      use_normalized_timestamps: false,
      continue: goesOn,
    });
    const expected: WebsocketClientEvent[] = [
      requested('utterance-1', 'Hello. ', true),
      requested('utterance-1', 'How are you? ', true),
      requested('utterance-2', 'Fine.', false),
      requested('utterance-3', 'Interrupt me now, please.', false),
      { context_id: 'utterance-3', cancel: true },
      requested('utterance-4', 'Yes.', false),
    ];
    assert.deepEqual(
      server.connections[0]?.texts.map((text) => JSON.parse(text) as WebsocketClientEvent),
      expected,
    );
  });
});

const TRANSCRIPT: ManualFinalizeWebsocketParams = {
  model: 'ink-2',
  encoding: 'pcm_s16le',
  sample_rate: RATE,
  language: 'en',
  keyterm: ['Aoife', 'Siobhán Walsh'],
};

async function transcriptions() {
  const server = await ink();
  const client = new Cartesia({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
  const socket = client.stt.manualFinalize.websocket({ ...TRANSCRIPT });
  const texts = { final: '', interim: [] as string[] };
  socket.on('transcript', ({ is_final, text }) => {
    if (is_final) texts.final += text;
    else texts.interim.push(text);
  });
  const event = (name: 'flush_done' | 'done' | 'transcript'): Promise<void> =>
    new Promise((resolve) => socket.once(name, () => resolve()));
  return { server, socket, texts, event };
}

describe('cartesia SDK against the scripted transcriber', () => {
  it('hears words on the way, the rest of each utterance when it finalizes, and the end', async () => {
    const { server, socket, texts, event } = await transcriptions();
    for (const text of ['a table for two', ' please']) {
      const flushed = event('flush_done');
      const interim = event('transcript');
      // Longer than an eighth of a second, after which the transcriber tells what it has.
      socket.sendRaw(bytesOf(sound(text)));
      if (text.length > 12) await interim;
      socket.send('finalize');
      await flushed;
    }
    assert.equal(texts.final, 'a table for two please');
    assert.isNotEmpty(texts.interim);
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    const done = event('done');
    socket.send('close');
    await done;
    assert.equal(await closed, 1000);
    assert.equal(server.connections[0]?.headers.authorization, `Bearer ${KEY}`);
  });

  it('takes an error of the server for one', async () => {
    const { server, socket } = await transcriptions();
    const failure = new Promise<object | undefined>((resolve) => socket.once('error', (it) => resolve(it.error)));
    await server.requests(1);
    const error = { type: 'error', title: 'Quota', message: 'Out of credits', status_code: 402, request_id: 'r' };
    for (const each of server.sockets) each.send(JSON.stringify(error));
    assert.deepEqual(await failure, error);
    socket.close();
  });

  it('asks for what our adapter asks for', async () => {
    const { server, socket, texts, event } = await transcriptions();
    const flushed = event('flush_done');
    socket.sendRaw(bytesOf(sound('good evening')));
    socket.send('finalize');
    await flushed;
    const closed = new Promise<number>((resolve) => socket.once('close', resolve));
    socket.send('close');
    await closed;
    const sttListener = new Listener();
    const settings = { api_key: KEY, base_url: server.url, keyterms: TRANSCRIPT.keyterm };
    const ours = await listener.open(settings, { sampleRate: RATE, language: 'en' }, sttListener, anywhere());
    ours.startUtterance();
    ours.write(sound('good evening'));
    ours.endUtterance();
    assert.deepEqual(await sttListener.next(), { text: texts.final });
    ours.close();
    for (const each of server.sockets) await new Promise((resolve) => each.once('close', resolve));
    const [theirs, sent] = server.connections;
    const query = ({ url }: { url: URL }): string[] => [...url.searchParams].map((pair) => pair.join('=')).toSorted();
    assert.deepEqual(query(sent!), query(theirs!));
    assert.deepEqual(sent?.texts, theirs?.texts);
    assert.deepEqual(sent?.audio, theirs?.audio);
  });
});
