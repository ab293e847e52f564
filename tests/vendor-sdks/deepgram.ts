import type { Deepgram, DeepgramClient } from '@deepgram/sdk';
import { assert } from 'chai';
import type { TranscriptionOptions } from '../../application/ports/speech-to-text.ts';
import { deepgramStt as listener } from '../../adapters/providers/deepgram/stt.ts';
import { bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { deepgramServer } from '../adapters/providers/deepgram-server.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';
import { clientOf, KEY, queryOf } from './support/deepgram.ts';
import { haveFields } from './support/shapes.ts';

const TOKEN = `Token ${KEY}`;
const SILENCE = new Uint8Array(6_400);

async function world() {
  const server = await deepgramServer();
  return { server, client: clientOf(server.url) };
}

interface Socket<Message> {
  on(event: 'message', callback: (message: Message) => void): void;
  on(event: 'close', callback: (event: { code: number }) => void): void;
  connect(): unknown;
  waitForOpen(): Promise<unknown>;
}

/** Opens a socket of the SDK: all that it tells, and a wait for something of it. */
async function opened<Message>(socket: Socket<Message>) {
  const reported: Message[] = [];
  const waiting: (() => void)[] = [];
  socket.on('message', (message) => {
    reported.push(message);
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', ({ code }) => resolve(code)));
  socket.connect();
  await socket.waitForOpen();
  const until = (isIt: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = reported.find(isIt);
        if (found) resolve(found);
      };
      waiting.push(look);
      look();
    });
  return { reported, until, closed };
}

/** Says a word with our adapter, and waits for it. */
async function received(settings: object, language = 'en', more: Pick<TranscriptionOptions, 'turns'> = {}) {
  const sttListener = new Listener();
  const options = { sampleRate: 16_000, language, ...more };
  const ours = await listener.open({ api_key: KEY, ...settings }, options, sttListener, anywhere());
  ours.startUtterance();
  ours.write(sound('good evening'));
  ours.endUtterance();
  assert.deepEqual(await sttListener.next(), { text: 'good evening' });
  ours.close();
}

describe('deepgram SDK listening with nova to the scripted server', () => {
  const ARGS = {
    model: 'nova-3',
    encoding: 'linear16',
    sample_rate: 16_000,
    channels: 1,
    language: 'de',
    interim_results: 'true',
    endpointing: 'false',
    punctuate: 'true',
    smart_format: 'true',
    keyterm: ['Aoife', 'New Ross'],
    mip_opt_out: 'true',
    Authorization: TOKEN,
  } as const;

  it('receives interim transcripts, then final ones, and metadata at the end of the stream', async () => {
    const { client } = await world();
    const socket = await client.listen.v1.connect(ARGS);
    const { reported, until, closed } = await opened<
      Deepgram.listen.ListenV1Results | Deepgram.listen.ListenV1Metadata
    >(socket as never);
    socket.sendMedia(bytesOf(sound('a table for two')));
    const interim = await until(({ type }) => type === 'Results');
    assert.propertyVal(interim, 'is_final', false);
    socket.sendKeepAlive({ type: 'KeepAlive' });
    socket.sendFinalize({ type: 'Finalize' });
    const final = await until((message) => message.type === 'Results' && message.from_finalize === true);
    assert.nestedPropertyVal(final, 'channel.alternatives[0].transcript', 'a table for two');
    socket.sendMedia(bytesOf(sound(' please')));
    socket.sendCloseStream({ type: 'CloseStream' });
    assert.equal(await closed, 1000);
    const results = reported.filter((message) => message.type === 'Results');
    assert.nestedPropertyVal(results.at(-1), 'channel.alternatives[0].transcript', ' please');
    haveFields<Deepgram.listen.ListenV1Results>(results, {
      type: true,
      channel_index: true,
      duration: true,
      start: true,
      channel: true,
      metadata: true,
    });
    haveFields<Deepgram.listen.ListenV1Metadata>(
      reported.filter((message) => message.type === 'Metadata'),
      {
        type: true,
        transaction_key: true,
        request_id: true,
        sha256: true,
        created: true,
        duration: true,
        channels: true,
      },
    );
    assert.propertyVal(reported.at(-1), 'type', 'Metadata');
  });

  it('asks for what our adapter asks for', async () => {
    const { server, client } = await world();
    const socket = await client.listen.v1.connect(ARGS);
    await opened(socket as never);
    socket.close();
    await received({ base_url: server.url, language: 'de', keyterms: ARGS.keyterm, privacy: 'no_training' });
    const [theirs, ours] = server.received as [(typeof server.received)[0], (typeof server.received)[0]];
    assert.equal(ours.url.pathname, theirs.url.pathname);
    assert.deepEqual(queryOf(ours.url), queryOf(theirs.url));
    assert.equal(ours.headers.authorization, theirs.headers.authorization);
  });
});

describe('deepgram SDK listening with flux to the scripted server', () => {
  const ARGS = {
    model: 'flux-general-multi',
    encoding: 'linear16',
    sample_rate: 16_000,
    eot_threshold: '1.0',
    eot_timeout_ms: 60_000,
    language_hint: 'de',
    keyterm: ['Aoife'],
    Authorization: TOKEN,
  };

  const ENDING_TURNS = { ...ARGS, eot_threshold: '0.7', eager_eot_threshold: '0.5', eot_timeout_ms: undefined };

  async function flux(args: Parameters<DeepgramClient['listen']['v2']['connect']>[0] = ARGS) {
    const { server, client } = await world();
    const socket = await client.listen.v2.connect(args);
    const talk = await opened<Deepgram.listen.ListenV2TurnInfo | Deepgram.listen.ListenV2FatalError>(socket as never);
    const turn = (event: string, index: number) =>
      talk.until(
        (message) => message.type === 'TurnInfo' && message.event === event && message.turn_index === index,
      ) as Promise<Deepgram.listen.ListenV2TurnInfo>;
    return { server, socket, ...talk, turn };
  }

  it('receives the probable end of a turn, its resumption and its end, where the vendor ends turns', async () => {
    const { socket, reported, turn, until } = await flux(ENDING_TURNS);
    const say = (text: string, silences: number): void => {
      socket.sendMedia(bytesOf(sound(text)));
      for (let silence = 0; silence < silences; silence += 1) socket.sendMedia(SILENCE);
    };
    say('a round table', 1);
    const early = await turn('EagerEndOfTurn', 0);
    say(' for two', 2);
    await turn('TurnResumed', 0);
    const end = await turn('EndOfTurn', 0);
    assert.deepInclude(end, { transcript: 'a round table for two', trigger: 'model', languages: ['es', 'en'] });
    assert.equal(early.transcript, 'a round table');
    const events = reported.flatMap((message) => (message.type === 'TurnInfo' ? [message.event] : []));
    assert.deepEqual(
      events.filter((event) => event !== 'Update'),
      ['StartOfTurn', 'EagerEndOfTurn', 'TurnResumed', 'EagerEndOfTurn', 'EndOfTurn'],
    );
    assert.notProperty(await until(({ type }) => type === 'TurnInfo'), 'trigger');
    socket.close();
  });

  it('receives the start, updates and the forced end of a turn', async () => {
    const { socket, reported, turn, closed } = await flux();
    socket.sendMedia(bytesOf(sound('good evening everybody')));
    const started = await turn('StartOfTurn', 0);
    assert.deepEqual(
      started.words.map(({ word }) => word),
      started.transcript.split(' '),
    );
    socket.sendForceEndTurn({ type: 'ForceEndTurn' });
    const ended = await turn('EndOfTurn', 0);
    assert.include(ended, { transcript: 'good evening everybody', trigger: 'manual' });
    socket.sendMedia(bytesOf(sound('goodbye everybody')));
    assert.isTrue('goodbye everybody'.startsWith((await turn('StartOfTurn', 1)).transcript));
    haveFields<Deepgram.listen.ListenV2TurnInfo>(
      reported.filter((message) => message.type === 'TurnInfo'),
      {
        type: true,
        request_id: true,
        sequence_id: true,
        event: true,
        turn_index: true,
        audio_window_start: true,
        audio_window_end: true,
        transcript: true,
        words: true,
        end_of_turn_confidence: true,
      },
    );
    const sequence = reported.map(({ sequence_id }) => sequence_id);
    assert.deepEqual(
      sequence,
      sequence.map((_, index) => index),
    );
    socket.sendCloseStream({ type: 'CloseStream' });
    assert.equal(await closed, 1000);
  });

  it('ends no turn by force while there is none', async () => {
    const { socket, reported, turn } = await flux();
    socket.sendForceEndTurn({ type: 'ForceEndTurn' });
    for (let silence = 0; silence < 5; silence += 1) socket.sendMedia(SILENCE);
    assert.equal((await turn('Update', 0)).transcript, '');
    assert.notInclude(JSON.stringify(reported), 'EndOfTurn');
    socket.close();
  });

  it('receives an error and a close code', async () => {
    const { socket, until, closed } = await flux();
    socket.sendConfigure({ type: 'Reconfigure' } as never);
    assert.propertyVal(await until(({ type }) => type === 'Error'), 'code', 'UNPARSABLE_CLIENT_MESSAGE');
    assert.equal(await closed, 1008);
    socket.close();
  });

  for (const [turns, args, more] of [
    ['', ARGS, {}],
    [' where the vendor ends turns', ENDING_TURNS, { turns: 'vendor' }],
  ] as const)
    it(`asks for what our adapter asks for${turns}`, async () => {
      const { server, socket } = await flux(args);
      socket.close();
      await received({ base_url: server.url, model: ARGS.model, language: 'de', keyterms: ARGS.keyterm }, 'de', more);
      const [theirs, ours] = server.received as [(typeof server.received)[0], (typeof server.received)[0]];
      assert.equal(ours.url.pathname, theirs.url.pathname);
      assert.deepEqual(queryOf(ours.url), queryOf(theirs.url));
    });
});
