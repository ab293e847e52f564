import { EventEmitter } from 'node:events';
import { assert } from 'chai';
import { batchLinesPerTick } from '../../adapters/system/batched-lines.ts';

/** A destination that remembers what it was handed, and a process that can be said to exit. */
function opened() {
  const handed: string[] = [];
  const process = new EventEmitter();
  const stream = batchLinesPerTick({ write: (text) => void handed.push(text) }, process);
  return { handed, process, stream };
}

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('lines of a turn', () => {
  it('are handed on in one piece and in their order, when the turn is over', async () => {
    const { handed, stream } = opened();
    stream.write('one\n');
    stream.write('two\n');
    assert.deepEqual(handed, []);
    await turn();
    assert.deepEqual(handed, ['one\ntwo\n']);
    stream.write('three\n');
    await turn();
    assert.deepEqual(handed, ['one\ntwo\n', 'three\n']);
  });

  it('are handed on when the process exits, and not a second time', async () => {
    const { handed, process, stream } = opened();
    stream.write('last words\n');
    process.emit('exit');
    assert.deepEqual(handed, ['last words\n']);
    await turn();
    assert.deepEqual(handed, ['last words\n']);
  });

  it('that are none are not handed on', () => {
    const { handed, process } = opened();
    process.emit('exit');
    assert.deepEqual(handed, []);
  });
});
