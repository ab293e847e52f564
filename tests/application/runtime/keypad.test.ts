import { assert } from 'chai';
import { Keypad } from '../../../application/runtime/keypad.ts';
import { fakeClock } from '../../support/fake-clock.ts';

function open() {
  const clock = fakeClock();
  const entries: string[] = [];
  const keypad = new Keypad(clock, (keys) => void entries.push(`${keys} @${clock.monotonic()}`));
  /** Presses these keys, so long apart. */
  const press = (keys: string, apartMs = 300): void => {
    for (const key of keys) {
      keypad.press(key);
      clock.advance(apartMs);
    }
  };
  return { clock, entries, keypad, press };
}

describe('the keypad', () => {
  it('takes the keys pressed in one go as one entry, a second and a half after the last', () => {
    const { clock, entries, press } = open();
    press('12*34');
    clock.advance(1_199);
    assert.deepEqual(entries, []);
    clock.advance(1);
    assert.deepEqual(entries, ['12*34 @2700']);
  });

  it('completes an entry at once with #, which is no part of it unless it is alone', () => {
    const { clock, entries, press } = open();
    press('42#', 0);
    press('#', 0);
    clock.advance(5_000);
    assert.deepEqual(entries, ['42 @0', '# @0']);
  });

  it('takes what is pressed after a pause for another entry', () => {
    const { entries, press } = open();
    press('1', 1_500);
    press('2', 1_500);
    assert.deepEqual(entries, ['1 @1500', '2 @3000']);
  });

  it('does not collect for ever', () => {
    const { entries, press } = open();
    press('7'.repeat(65), 10);
    assert.deepEqual(
      entries.map((entry) => entry.length),
      [64 + ' @630'.length],
    );
  });

  it('tells nothing once it is closed', () => {
    const { clock, entries, keypad, press } = open();
    press('12');
    keypad.close();
    clock.advance(5_000);
    assert.deepEqual([entries, clock.waiting], [[], 0]);
  });
});
