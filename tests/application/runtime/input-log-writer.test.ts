import { assert } from 'chai';
import { InputLogWriter } from '../../../application/runtime/input-log-writer.ts';
import { INPUT_LOG_MAX, readInputLog, UNKNOWN_ORIGIN } from '../../../domain/voice/input-log.ts';
import type { ConversationInput } from '../../../domain/voice/state.ts';
import { PLAIN } from '../../domain/voice/conversation-table.ts';

const input = (at: number, text = 'word'): ConversationInput => ({ type: 'generationText', generation: 1, text, at });

function open() {
  const batches: string[] = [];
  const writer = new InputLogWriter({ appendInputs: (lines) => void batches.push(lines) }, UNKNOWN_ORIGIN, PLAIN);
  const log = () => readInputLog(batches.join(''));
  return { writer, batches, log };
}

describe('InputLogWriter', () => {
  it('writes the inputs of a second together, and the rest at the end', () => {
    const { writer, batches, log } = open();
    for (let at = 0; at < 3_000; at += 100) writer.add(input(at), []);
    assert.lengthOf(batches, 2);
    writer.close();
    assert.lengthOf(batches, 3);
    assert.deepEqual([log()?.inputs.length, log()?.end], [30, 'complete']);
  });

  it('writes sooner what is long', () => {
    const { writer, batches } = open();
    writer.add(input(0, 'w'.repeat(9_000)), []);
    assert.lengthOf(batches, 1);
  });

  it('leaves out the inputs that do not fit, and all after them, and says so', () => {
    const { writer, batches, log } = open();
    const text = 'w'.repeat(100_000);
    for (let at = 0; at < 30; at += 1) writer.add(input(at, text), []);
    writer.add(input(30, 'short'), []);
    writer.close();
    assert.isAtMost(batches.join('').length, INPUT_LOG_MAX + 100);
    assert.deepEqual([log()?.inputs.length, log()?.end], [19, 'full']);
  });
});
