import { assert } from 'chai';
import { Keypad } from '../../../application/runtime/keypad.ts';
import { fakeClock } from '../../support/fake-clock.ts';

function open() {
  const clock = fakeClock();
  const entries: string[] = [];
  const keypad = new Keypad(clock, (keys) => void entries.push(`${keys} @${clock.monotonic()}`));
  /** Presses these keys at this interval. */
  const press = (keys: string, apartMs = 300): void => {
    for (const key of keys) {
      keypad.press(key);
      clock.advance(apartMs);
    }
  };
  return { clock, entries, keypad, press };
}

describe('Keypad', () => {
  it('collects keys into one entry, complete after 1.5 s', () => {
    const { clock, entries, press } = open();
    press('12*34');
    clock.advance(1_199);
    assert.deepEqual(entries, []);
    clock.advance(1);
    assert.deepEqual(entries, ['12*34 @2700']);
  });

  it('completes an entry with #, which is an entry only when alone', () => {
    const { clock, entries, press } = open();
    press('42#', 0);
    press('#', 0);
    clock.advance(5_000);
    assert.deepEqual(entries, ['42 @0', '# @0']);
  });

  it('starts another entry after a pause', () => {
    const { entries, press } = open();
    press('1', 1_500);
    press('2', 1_500);
    assert.deepEqual(entries, ['1 @1500', '2 @3000']);
  });

  it('limits the keys of an entry', () => {
    const { entries, press } = open();
    press('7'.repeat(65), 10);
    assert.deepEqual(
      entries.map((entry) => entry.length),
      [64 + ' @630'.length],
    );
  });

  it('reports nothing after close', () => {
    const { clock, entries, keypad, press } = open();
    press('12');
    keypad.close();
    clock.advance(5_000);
    assert.deepEqual([entries, clock.waiting], [[], 0]);
  });
});
