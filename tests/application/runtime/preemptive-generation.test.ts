import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { GenerationRunner } from '../../../application/runtime/generation-runner.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel, type ScriptedAnswer } from './fake-vendors.ts';

/** A generation runner, a request with this number, and its reports with their times. */
function open(...answers: ScriptedAnswer[]) {
  const clock = fakeClock();
  const reported: string[] = [];
  const report = (line: string): void => void reported.push(`${clock.monotonic()} ${line}`);
  const model = new ScriptedModel(clock, answers);
  const runner = new GenerationRunner(model, clock, {
    text: (id, text) => report(`${id} ${text}`),
    toolCalled: (id, call) => report(`${id} calls ${call.name}`),
    retrieved: (id, { type }) => report(`${id} looked up: ${type}`),
    done: (id) => report(`${id} done`),
    failed: (id, message) => report(`${id} failed: ${message}`),
    firstChunk: (startedAt) => report(`first thought, asked at ${startedAt}`),
  });
  const question = (generation: number) => ({ generation, messages: [], tools: [] });
  return { clock, reported, runner, model, question };
}

const NOON: ScriptedAnswer = { says: ['It is', ' noon.'], calls: 'sing' };

describe('GenerationRunner, preemptive generation', () => {
  it('reports nothing before adoption, then everything buffered and the rest as it arrives', async () => {
    const { clock, reported, runner, model, question } = open(NOON);
    runner.startPreemptive(question(1));
    await clock.advanceAsync(300);
    assert.deepEqual(reported, []);
    runner.start(question(1));
    await clock.advanceAsync(500);
    const rest = ['400 1  noon.', '400 1 calls sing', '400 1 done'];
    assert.deepEqual(reported, ['300 first thought, asked at 300', '300 1 It is', ...rest]);
    assert.lengthOf(model.requests, 1, 'the model is asked once');
  });

  it('counts TTFB from the adoption', async () => {
    const { clock, reported, runner, question } = open(NOON);
    runner.startPreemptive(question(1));
    await clock.advanceAsync(120);
    runner.start(question(1));
    await clock.advanceAsync(100);
    assert.deepEqual(reported, ['200 first thought, asked at 120', '200 1 It is']);
  });

  it('reports nothing of a discarded generation or one with another id', async () => {
    const { clock, reported, runner, model, question } = open(NOON, NOON, { says: ['Yes.'] });
    runner.startPreemptive(question(1));
    await clock.advanceAsync(100);
    runner.discardPreemptive();
    runner.startPreemptive(question(1));
    await clock.advanceAsync(100);
    runner.start(question(2));
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['400 first thought, asked at 200', '400 2 Yes.', '400 2 done']);
    assert.lengthOf(model.requests, 3);
  });

  it('starts again when the preemptive generation failed', async () => {
    const refused = new VendorFailure('No', { retryable: false });
    const { clock, reported, runner, question } = open({ ends: refused }, { says: ['Yes.'] });
    runner.startPreemptive(question(1));
    await clock.advanceAsync(100);
    runner.start(question(1));
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, ['300 first thought, asked at 100', '300 1 Yes.', '300 1 done']);
  });

  it('cancels an adopted generation, and a buffered one on close', async () => {
    const { clock, reported, runner, question } = open(NOON, NOON);
    runner.startPreemptive(question(1));
    runner.start(question(1));
    runner.cancelGeneration();
    runner.startPreemptive(question(2));
    runner.close();
    await clock.advanceAsync(1_000);
    assert.deepEqual(reported, []);
  });
});
