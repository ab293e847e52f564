import { assert } from 'chai';
import { Flite } from '../../../adapters/providers/local/flite.ts';
import { lastDataOffset } from '../../../adapters/providers/local/wasi-module.ts';

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const CONSTANT = 0x41;
const END = 0x0b;
/** Bytes at a place of the memory that is below 64. */
const placed = (at: number, ...bytes: number[]) => [0, CONSTANT, at, END, bytes.length, ...bytes];
const section = (id: number, content: readonly number[]) => [id, content.length, ...content];
const moduleOf = (...sections: number[][]) => Uint8Array.from([...HEADER, ...sections.flat()]);

describe('flite', () => {
  const LONG = 'We are open from nine to five, and on Sundays until noon. '.repeat(8);

  it('speaks a text the same way whatever it spoke before', async () => {
    const [used, fresh] = [await Flite.load(), await Flite.load()];
    for (const text of [LONG, '', 'Hello.']) used.speak({ text, voice: 'slt', speed: 1.5 });
    used.pronounce('hello');
    for (const voice of ['kal16', 'rms', 'awb'] as const) {
      const request = { text: 'The garden gate stays open until 10.', voice, speed: 1 };
      assert.deepEqual(used.speak(request), fresh.speak(request));
    }
  });
});

describe('the last data of a WebAssembly module', () => {
  it('are found behind other sections and other data', () => {
    const data = section(11, [2, ...placed(8, 1, 2, 3), ...placed(16, 4)]);
    assert.equal(lastDataOffset(moduleOf(section(1, [0]), section(0, [1, 120, 9, 9]), data)), 16);
    const numbered = [2, 0, CONSTANT, 0x90, 1, END, 1, 7];
    assert.equal(lastDataOffset(moduleOf(section(11, [1, ...numbered]))), 144);
  });

  it('are missed where a module has none, or none with a place', () => {
    assert.throws(() => lastDataOffset(moduleOf(section(1, [0]))), 'The module has no data');
    assert.throws(() => lastDataOffset(moduleOf(section(11, [1, 1, 1, 7]))), 'The module has data without a place');
  });
});
