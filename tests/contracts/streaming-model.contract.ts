import { assert } from 'chai';
import type { LanguageModel, GenerationChunk } from '../../application/ports/language-model.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { GenerationRunner } from '../../application/runtime/generation-runner.ts';
import type { LlmServer } from '../adapters/providers/llm-server.ts';
import { failureOf } from '../adapters/providers/vendor-stands.ts';
import type { Contract } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { chunksOf, wordsOf } from './language-model.contract.ts';
import { leavesNothing } from './tidiness.ts';
import { eventually } from '../support/eventually.ts';

/** A model behind a server on this machine, which repeats what it heard. */
export interface ThinkingStand {
  readonly server: LlmServer;
  readonly key: string;
  open(): Promise<LanguageModel>;
}

const QUESTION = { messages: [{ role: 'user', content: 'one two' }] as const, tools: [] };
const ANSWER = 'I heard you say: one two.';

const never = (): AbortSignal => new AbortController().signal;

const requests = (model: LanguageModel): Promise<GenerationChunk[]> => chunksOf(model.generate(QUESTION, never()));

/** What comes of a question in a call: the words, or the failure that the caller is apologised to for. */
const answerInCall = (model: LanguageModel): Promise<string> =>
  new Promise((resolve) => {
    let words = '';
    const runner = new GenerationRunner(model, fakeClock(), {
      text: (_, text) => void (words += text),
      toolCalled: () => undefined,
      retrieved: () => undefined,
      firstChunk: () => undefined,
      done: () => resolve(words),
      failed: (_, message) => resolve(`failed: ${message}`),
    });
    runner.start({ generation: 1, ...QUESTION });
  });

/** What every vendor promises whose answers are streamed over HTTP. */
export const streamingModelContract: Contract<ThinkingStand> = {
  'answers word by word, and tells at last how it ended and what it cost': async ({ open }) => {
    const thoughts = await requests(await open());
    assert.equal(wordsOf(thoughts), ANSWER);
    assert.isAbove(thoughts.length, 5);
    assert.deepEqual(thoughts.at(-1), { type: 'finished', reason: 'stop', usage: { input: 7, output: 3, cached: 2 } });
  },

  'closes the connection when the signal aborts in mid-reply, and answers the next request': async ({
    open,
    server,
  }) => {
    const model = await open();
    const stop = new AbortController();
    server.mischief.push('hangs');
    for await (const thought of model.generate(QUESTION, stop.signal)) {
      assert.equal(thought.type, 'text');
      stop.abort();
    }
    assert.lengthOf(server.received, 1);
    await eventually(() => server.hangUps === 1, 'the end of the connection');
    assert.equal(wordsOf(await requests(model)), ANSWER);
  },

  'hangs up when it is closed': async ({ open, server }) => {
    const model = await open();
    server.mischief.push('hangs');
    for await (const _ of model.generate(QUESTION, never())) model.close();
    assert.lengthOf(server.received, 1);
    await eventually(() => server.hangUps === 1, 'the end of the connection');
    assert.isEmpty(await requests(model));
  },

  'is done when its vendor says so, and hangs up on one that does not end the stream': async ({ open, server }) => {
    server.mischief.push('stays open');
    const thoughts = await requests(await open());
    assert.equal(wordsOf(thoughts), ANSWER);
    assert.equal(thoughts.at(-1)?.type, 'finished');
    await eventually(() => server.hangUps === 1, 'the end of the connection');
  },

  'is not asked again after 401': async ({ open, server }) => {
    server.refusals.push(401);
    assert.match(await answerInCall(await open()), /^failed: \w+ answered 401/);
    assert.lengthOf(server.received, 1);
  },

  'is asked again after 429, and after 503': async ({ open, server }) => {
    const model = await open();
    for (const status of [429, 503]) {
      server.refusals.push(status);
      assert.equal(await answerInCall(model), ANSWER);
    }
    assert.lengthOf(server.received, 4);
  },

  'fails as a vendor does when the connection drops, and answers again': async ({ open, server }) => {
    const model = await open();
    server.mischief.push('disconnects');
    assert.isTrue((await failureOf(requests(model))).retryable);
    assert.equal(wordsOf(await requests(model)), ANSWER);
  },

  'makes nothing of rubbish between the events': async ({ open, server }) => {
    server.mischief.push('rubbish');
    assert.equal(wordsOf(await requests(await open())), ANSWER);
  },

  'waits for a late first byte': async ({ open, server }) => {
    server.mischief.push('late');
    assert.equal(wordsOf(await requests(await open())), ANSWER);
  },

  'fails for the time being at a fault in the middle': async ({ open, server }) => {
    server.mischief.push('fault');
    assert.isTrue((await failureOf(requests(await open()))).retryable);
  },

  'sends the key in a header only, and keeps it out of errors': async ({ open, server, key }) => {
    const model = await open();
    server.mischief.push('fault');
    server.refusals.push(401, 503);
    for (const failure of [
      await failureOf(requests(model)),
      await failureOf(requests(model)),
      await failureOf(requests(model)),
    ])
      assert.notInclude(`${failure.message} ${String(failure.cause)}`, key);
    assert.lengthOf(server.received, 3);
    for (const { url, headers, body } of server.received) {
      assert.notInclude(`${url.href} ${body.toString()}`, key);
      assert.include(Object.values(headers).join(' '), key);
    }
  },
};

/** What every vendor promises a process that runs for months. */
export const tidyModelContract: Contract<ThinkingStand> = {
  'leaves nothing behind after 500 sessions, of which some break': ({ open, server }) =>
    leavesNothing({
      open,
      async use(model, session) {
        const hangs = session % 10 === 6;
        server.mischief.push(hangs ? 'hangs' : 'rubbish');
        const stop = new AbortController();
        for await (const thought of withoutErrors(model.generate(QUESTION, stop.signal)))
          if (hangs && thought) stop.abort();
      },
      cut: () => server.cut(),
      connections: () => server.sockets.size,
    }),
};

/** The same thoughts, with a failure as their end. */
async function* withoutErrors(thoughts: AsyncIterable<GenerationChunk>): AsyncGenerator<GenerationChunk> {
  try {
    yield* thoughts;
  } catch (failure) {
    assert.instanceOf(failure, VendorFailure);
  }
}
