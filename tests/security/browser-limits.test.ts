import { assert } from 'chai';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { BrowserChannel } from '../../adapters/media/browser-channel.ts';
import { decodeFrame, encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import type { MediaSocket } from '../../adapters/media/sockets.ts';
import { GenerationRunner } from '../../application/runtime/generation-runner.ts';
import { HISTORY_TOKENS } from '../../domain/voice/context-window.ts';
import { withUserWords, type ChatMessage } from '../../domain/voice/conversation-context.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { burstQueue } from '../support/burst-queue.ts';

/** A stranger's socket, what it was answered and closed with, and what the conversation was told. */
function stranger() {
  const clock = fakeClock();
  const closings: number[] = [];
  const answers: { readonly type: string; readonly id?: string; readonly data?: { readonly error?: string } }[] = [];
  const typed: string[] = [];
  const socket: MediaSocket = {
    bufferedBytes: 0,
    send(bytes) {
      const frame = decodeFrame(bytes as Uint8Array);
      if (frame?.type === 'message') answers.push(JSON.parse(frame.text) as (typeof answers)[number]);
    },
    close: (code) => void closings.push(code),
    listener: { binary: () => undefined, text: () => undefined, closed: () => undefined },
  };
  const channel = new BrowserChannel(socket, clock, 16_000, burstQueue());
  const ignore = (): undefined => undefined;
  channel.listen({
    audio: ignore,
    text: (text) => void typed.push(text),
    dtmf: ignore,
    markPlayed: ignore,
    closed: ignore,
  });
  const say = (type: string, data: object = {}): void =>
    socket.listener.binary(encodeMessage(JSON.stringify({ label: 'rtvi-ai', type, id: 'm1', data })));
  const sayJson = (text: string): void => socket.listener.binary(encodeMessage(text));
  const audio = (samples = 320): void => socket.listener.binary(encodeAudio(new Int16Array(samples), 16_000));
  return { clock, closings, answers, typed, say, sayJson, audio, channel };
}

describe('anonymous browser client', () => {
  it('gets an error for a text of more than 4,000 characters', () => {
    const { say, typed, answers, closings } = stranger();
    say('client-ready');
    say('send-text', { content: 'x'.repeat(4_000) });
    say('send-text', { content: 'x'.repeat(4_001) });
    assert.deepEqual(
      typed.map(({ length }) => length),
      [4_000],
    );
    const [{ type, id, data }] = answers as [(typeof answers)[number]];
    assert.deepEqual([type, id, data?.error], ['error-response', 'm1', 'Text must have at most 4000 characters']);
    assert.deepEqual(closings, []);
  });

  it('gets an error for a message of more than 64 levels, which could not be written back', () => {
    const { sayJson, answers, closings } = stranger();
    for (const levels of [64, 65, 30_000]) {
      const nested = '['.repeat(levels - 2) + ']'.repeat(levels - 2);
      sayJson(`{"label":"rtvi-ai","type":"client-message","id":"m1","data":{"t":"[\\"[","d":${nested}}}`);
    }
    assert.deepEqual(
      answers.map(({ type }) => type),
      ['server-response', 'error-response', 'error-response'],
    );
    assert.deepEqual(closings, []);
  });

  it('is closed beyond 20 messages at once and five a second', () => {
    for (const type of ['send-text', 'client-message', 'nonsense']) {
      const { say, clock, closings } = stranger();
      const data = { content: 'hi', t: 'x' };
      say('client-ready');
      for (let nth = 1; nth < 20; nth += 1) say(type, data);
      for (let nth = 0; nth < 50; nth += 1) {
        clock.advance(200);
        say(type, data);
      }
      assert.deepEqual(closings, [], type);
      say(type, data);
      assert.deepEqual(closings, [4429], type);
    }
  });

  it('is closed after 1,000 messages in a call, audio not counted', () => {
    const { say, audio, clock, closings, typed } = stranger();
    say('client-ready');
    for (let nth = 1; nth < 1_000; nth += 1) {
      say('send-text', { content: 'hi' });
      for (let frame = 0; frame < 10; frame += 1) audio();
      clock.advance(200);
    }
    assert.deepEqual([closings, typed.length], [[], 999]);
    say('send-text', { content: 'hi' });
    assert.deepEqual([closings, typed.length], [[4429], 999]);
  });

  it('is closed after 30 s without audio or text', () => {
    assert.equal(TIMEOUTS_MS.first_input, 30_000);
    const { say, audio, clock, closings } = stranger();
    say('client-ready');
    clock.advance(TIMEOUTS_MS.first_input - 1);
    say('client-message', { t: 'still here' });
    say('client-ready');
    audio(0);
    assert.deepEqual(closings, []);
    clock.advance(1);
    assert.deepEqual(closings, [4408]);
    assert.equal(clock.waiting, 0);
  });

  it('has 30 s from the end of the agent’s last speech', () => {
    const { say, clock, closings, channel } = stranger();
    say('client-ready');
    clock.advance(TIMEOUTS_MS.first_input - 1);
    const speech = {
      at: 1,
      speech: 1,
      kind: 'greeting',
      started_at: 0,
      played_text: 'Hello.',
      interrupted: false,
    } as const;
    channel.sendEvent({ type: 'agent_speech_ended', ...speech });
    clock.advance(TIMEOUTS_MS.first_input - 1);
    assert.deepEqual(closings, []);
    clock.advance(1);
    assert.deepEqual(closings, [4408]);
  });

  it('may be silent after it sent audio or text', () => {
    for (const begin of [
      (peer: ReturnType<typeof stranger>) => peer.audio(),
      (peer: ReturnType<typeof stranger>) => peer.say('send-text', { content: 'hi' }),
    ])
      for (const isEarly of [true, false]) {
        const peer = stranger();
        if (isEarly) begin(peer);
        peer.say('client-ready');
        if (!isEarly) begin(peer);
        peer.clock.advance(10 * TIMEOUTS_MS.first_input);
        assert.deepEqual(peer.closings, []);
      }
  });

  it('cannot make the model read an unbounded conversation', async () => {
    const read: number[] = [];
    const model = {
      model: null,
      close: () => undefined,
      async *generate({ messages }: { readonly messages: readonly ChatMessage[] }) {
        read.push(messages.reduce((sum, { content }) => sum + content.length, 0));
        yield { type: 'text', text: 'Yes.' } as const;
      },
    };
    const ignore = (): undefined => undefined;
    const done: (() => void)[] = [];
    const runner = new GenerationRunner(model, fakeClock(), {
      ...{ text: ignore, toolCalled: ignore, retrieved: ignore, firstChunk: ignore },
      failed: assert.fail,
      done: () => done.shift()?.(),
    });
    let messages: readonly ChatMessage[] = [{ role: 'system', content: 'You are a clerk.' }];
    for (let generation = 0; generation < 60; generation += 1) {
      // Every text interrupts the answer to the one before: all of them are one turn.
      messages = withUserWords(messages, 'x'.repeat(4_000));
      const answered = new Promise<void>((resolve) => done.push(resolve));
      runner.start({ generation, messages, tools: [] });
      await answered;
    }
    assert.lengthOf(read, 60);
    assert.equal(HISTORY_TOKENS, 32_000);
    assert.isAtMost(Math.max(...read), 4 * HISTORY_TOKENS + 100);
  });
});
