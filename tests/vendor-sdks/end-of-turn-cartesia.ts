import type * as Sdk from '@cartesia/cartesia-js';
import type { STTAutoFinalizeWebsocketResponse } from '@cartesia/cartesia-js/resources/stt/auto-finalize';
import { assert } from 'chai';
import { createRequire } from 'node:module';
import { cartesiaStt as listener } from '../../adapters/providers/cartesia/stt.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { ink } from '../adapters/speech-vendors/cartesia-server.ts';
import { queryOf } from '../adapters/speech-vendors/stands.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';

// As an ES module the SDK does not find `ws`: it asks for it with `require`.
const { Cartesia } = createRequire(import.meta.url)('@cartesia/cartesia-js') as typeof Sdk;

const KEY = 'sk-0123456789abcdef';
const RATE = 16_000;

describe('cartesia SDK for turns against the scripted transcriber', () => {
  it('asks for what our adapter asks for, and has types for the messages that it reads', async () => {
    const server = await ink();
    const client = new Cartesia({ apiKey: KEY, baseURL: server.url, maxRetries: 0 });
    const keyterm = ['Aoife', 'Siobhán Walsh'];
    const socket = client.stt.autoFinalize.websocket({
      ...{ model: 'ink-2', encoding: 'pcm_s16le', sample_rate: RATE },
      keyterm,
    });
    await server.requests(1);
    const received: string[] = [];
    socket.on('event', (event) => {
      received.push('transcript' in event ? `${event.type} ${event.transcript}` : event.type);
    });
    const sent: STTAutoFinalizeWebsocketResponse[] = [
      { type: 'turn.start', request_id: 'r' },
      { type: 'turn.update', request_id: 'r', transcript: 'A' },
      { type: 'turn.eager_end', request_id: 'r', transcript: 'A table.' },
      { type: 'turn.resume', request_id: 'r' },
      { type: 'turn.end', request_id: 'r', transcript: 'A table. For two.' },
    ];
    const ended = new Promise<void>((resolve) => socket.once('turn.end', () => resolve()));
    const sttListener = new Listener();
    const settings = { api_key: KEY, base_url: server.url, keyterms: keyterm };
    const options = { sampleRate: RATE, language: 'en', turns: 'vendor' } as const;
    const ours = await listener.open(settings, options, sttListener, anywhere());
    ours.startUtterance();
    for (const each of server.sockets) for (const message of sent) each.send(JSON.stringify(message));
    await ended;
    assert.deepEqual(await sttListener.next(), { text: 'A table. For two.' });
    assert.deepEqual(received, [
      'turn.start',
      ...['turn.update A', 'turn.eager_end A table.', 'turn.resume', 'turn.end A table. For two.'],
    ]);
    const turns = sttListener.transcripts.map(({ turn }) => turn);
    assert.deepEqual(turns, [undefined, 'likely_ended', 'resumed', 'ended']);
    ours.close();
    socket.close();
    const [theirs, own] = server.connections as [(typeof server.connections)[0], (typeof server.connections)[0]];
    assert.equal(own.url.pathname, theirs.url.pathname);
    assert.deepEqual(own.url.searchParams.getAll('keyterm'), keyterm);
    assert.deepEqual(queryOf(own.url), queryOf(theirs.url));
  });
});
