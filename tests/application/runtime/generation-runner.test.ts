import { assert } from 'chai';
import type { GenerationChunk } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { ReplyModel } from '../../../application/runtime/generation.ts';
import { GenerationRunner } from '../../../application/runtime/generation-runner.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause, ScriptedModel, type ScriptedAnswer } from './fake-vendors.ts';

const DOWN = new VendorFailure('The model is down', { retryable: true });
const REFUSED = new VendorFailure('No such model', { retryable: false });

/** A generation runner over a model, and everything it reports: what, of which generation, when. */
function open<M extends ReplyModel>(model: (clock: ReturnType<typeof fakeClock>) => M) {
  const clock = fakeClock();
  const reported: string[] = [];
  const report = (line: string): void => void reported.push(`${clock.monotonic()} ${line}`);
  const requested = model(clock);
  const runner = new GenerationRunner(requested, clock, {
    text: (id, text) => report(`${id} ${text}`),
    toolCalled: (id, call) => report(`${id} calls ${call.name}`),
    retrieved: (id, { type }) => report(`${id} looked up: ${type}`),
    done: (id) => report(`${id} done`),
    failed: (id, message) => report(`${id} failed: ${message}`),
    firstChunk: (startedAt) => report(`first thought, asked at ${startedAt}`),
  });
  return {
    clock,
    reported,
    runner,
    requested,
    ask: (generation: number) => runner.start({ generation, messages: [], tools: [] }),
  };
}
const scripted = (...answers: ScriptedAnswer[]) => open((clock) => new ScriptedModel(clock, answers));

describe('GenerationRunner', () => {
  it('reports text, tool calls and the end of a generation', async () => {
    const { clock, reported, ask } = scripted({ says: ['It is', ' noon.'], calls: 'end_conversation' });
    await clock.advanceAsync(50);
    ask(1);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, [
      '250 first thought, asked at 50',
      '250 1 It is',
      '450 1  noon.',
      '450 1 calls end_conversation',
      '450 1 done',
    ]);
  });

  it('reports retrieval and counts TTFB from its end', async () => {
    const { clock, reported, ask } = open((time) => ({
      model: null,
      async *generate() {
        await pause(time, 300);
        yield { type: 'retrieval', event: { type: 'sources_cited', sources: [] } };
        await pause(time, 100);
        yield { type: 'text', text: 'Noon.' };
      },
      close: () => undefined,
    }));
    ask(1);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, [
      '300 1 looked up: sources_cited',
      '400 first thought, asked at 300',
      '400 1 Noon.',
      '400 1 done',
    ]);
  });

  it('sends the model the conversation unchanged', async () => {
    const model = new ScriptedModel(fakeClock());
    const { runner } = open(() => model);
    const question = { messages: [{ role: 'user', content: 'Hi' }] as const, tools: [] };
    runner.start({ generation: 1, ...question });
    assert.deepEqual(model.requests, [question]);
  });

  it('reports nothing of a cancelled generation, failures included', async () => {
    const { clock, reported, ask, runner } = scripted({ says: ['It is', ' noon.'] }, { ends: DOWN });
    ask(1);
    await clock.advanceAsync(300);
    runner.cancelGeneration();
    ask(2);
    runner.cancelGeneration();
    await clock.advanceAsync(5_000);
    assert.deepEqual(reported, ['200 first thought, asked at 0', '200 1 It is']);
  });

  it('cancels the running generation on a new start', async () => {
    const { clock, reported, ask } = scripted({ says: ['Old'] }, { says: ['New'] });
    ask(1);
    await clock.advanceAsync(100);
    ask(2);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['300 first thought, asked at 100', '300 2 New', '300 2 done']);
  });

  it('aborts the model’s request on cancellation', async () => {
    const signals: AbortSignal[] = [];
    const { ask, runner } = open((clock) => ({
      model: null,
      async *generate(_request, signal): AsyncIterable<GenerationChunk> {
        signals.push(signal);
        await pause(clock, 1_000);
        yield { type: 'text', text: 'Late' };
      },
      close: () => undefined,
    }));
    ask(1);
    assert.isFalse(signals[0]?.aborted);
    runner.cancelGeneration();
    assert.isTrue(signals[0]?.aborted);
  });

  it('retries a failure before the first chunk and counts TTFB from the retry', async () => {
    const { clock, reported, ask } = scripted({ ends: DOWN }, { says: ['Here.'] });
    ask(1);
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['200 first thought, asked at 0', '200 1 Here.', '200 1 done']);
  });

  it('retries once, never after the first chunk and never a permanent failure', async () => {
    for (const [answers, questions, last] of [
      [[{ ends: DOWN }, { ends: DOWN }], 2, 'failed: The model is down'],
      [[{ says: ['It'], ends: DOWN }], 1, 'failed: The model is down'],
      [[{ ends: REFUSED }], 1, 'failed: No such model'],
    ] as const) {
      const { clock, reported, ask, requested } = scripted(...answers);
      ask(1);
      await clock.advanceAsync(1_000);
      assert.lengthOf(requested.requests, questions);
      assert.match(reported.at(-1) ?? '', new RegExp(`^\\d+ 1 ${last}$`, 'u'));
    }
  });

  it('reports the failure of a model that throws at once', async () => {
    const { clock, reported, ask } = open(() => ({
      model: null,
      generate: () => {
        throw new TypeError('a bug');
      },
      close: () => undefined,
    }));
    ask(1);
    await clock.advanceAsync(0);
    assert.deepEqual(reported, ['0 1 failed: a bug']);
  });

  it('cancels and closes the model on close', async () => {
    const { clock, reported, ask, runner, requested } = scripted({ says: ['It is'] });
    ask(1);
    runner.close();
    await clock.advanceAsync(1_000);
    assert.deepEqual([reported, requested.closed], [[], true]);
  });
});
