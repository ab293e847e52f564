import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { SummaryWriter } from '../../../application/runtime/summary-writer.ts';
import { summaryRequest } from '../../../domain/voice/summary-request.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel, type ScriptedAnswer } from './fake-vendors.ts';

const MESSAGES = summaryRequest([{ role: 'user', content: 'A table' }], 'They called before.');

function world(...given: ScriptedAnswer[]) {
  const clock = fakeClock();
  const model = new ScriptedModel(clock, given);
  const written: [number, string | null][] = [];
  const writer = new SummaryWriter(model, clock, (...args) => written.push(args));
  return { clock, model, written, writer };
}

describe('the writer of summaries', () => {
  it('asks the model without tools, and reports what it wrote', async () => {
    const { clock, model, written, writer } = world({ says: ['They want ', 'a table.'] });
    writer.start({ summary: 7, messages: MESSAGES });
    await clock.advanceAsync(1_000);
    assert.deepEqual(written, [[7, 'They want a table.']]);
    assert.deepEqual(model.requests, [{ messages: MESSAGES, tools: [] }]);
    assert.equal(model.requests[0]?.messages.at(-1)?.content, 'before: They called before.\nuser: A table');
  });

  for (const [what, answer, seconds] of [
    ['hangs, after five seconds', { says: ['They'], ends: 'hangs' }, 5],
    ['fails', { ends: new VendorFailure('down', { retryable: true }) }, 1],
    ['writes nothing', { says: [' '] }, 1],
  ] as const)
    it(`reports nothing written where the model ${what}`, async () => {
      const { clock, written, writer } = world(answer);
      writer.start({ summary: 7, messages: MESSAGES });
      await clock.advanceAsync(seconds * 1_000 - 500);
      if (seconds > 1) assert.isEmpty(written);
      await clock.advanceAsync(500);
      assert.deepEqual(written, [[7, null]]);
    });

  it('reports nothing written without a model', async () => {
    const { clock } = world();
    const written: unknown[] = [];
    new SummaryWriter(undefined, clock, (...args) => written.push(args)).start({ summary: 7, messages: MESSAGES });
    await clock.advanceAsync(1);
    assert.deepEqual(written, [[7, null]]);
  });

  it('reports neither a cancelled summary nor one that a later one replaces', async () => {
    const { clock, written, writer } = world({ says: ['One.'] }, { says: ['Two.'] }, { says: ['Three.'] });
    writer.start({ summary: 7, messages: MESSAGES });
    writer.start({ summary: 8, messages: MESSAGES });
    await clock.advanceAsync(1_000);
    writer.start({ summary: 9, messages: MESSAGES });
    writer.cancel();
    await clock.advanceAsync(6_000);
    assert.deepEqual(written, [[8, 'Two.']]);
  });
});
