import { assert } from 'chai';
import { openKeypad } from './open-keypad.ts';

describe('Keypad', () => {
  it('collects keys into one entry, complete after 1.5 s', () => {
    const { clock, entries, press } = openKeypad();
    press('12*34');
    clock.advance(1_199);
    assert.deepEqual(entries, []);
    clock.advance(1);
    assert.deepEqual(entries, ['[keypad] 12*34 @2700']);
  });

  it('completes an entry with #, which is an entry only when alone', () => {
    const { clock, entries, press } = openKeypad();
    press('42#', 0);
    press('#', 0);
    clock.advance(5_000);
    assert.deepEqual(entries, ['[keypad] 42 @0', '[keypad] # @0']);
  });

  it('starts another entry after a pause', () => {
    const { entries, press } = openKeypad();
    press('1', 1_500);
    press('2', 1_500);
    assert.deepEqual(entries, ['[keypad] 1 @1500', '[keypad] 2 @3000']);
  });

  it('limits the keys of an entry', () => {
    const { entries, press } = openKeypad();
    press('7'.repeat(65), 10);
    assert.deepEqual(
      entries.map((entry) => entry.length),
      ['[keypad] '.length + 64 + ' @630'.length],
    );
  });

  it('reports nothing after close', () => {
    const { clock, entries, keypad, press } = openKeypad();
    press('12');
    keypad.close();
    clock.advance(5_000);
    assert.deepEqual([entries, clock.waiting], [[], 0]);
  });

  it('shows keys without a collection one at a time when the agent has secret entries', () => {
    const { clock, entries, press } = openKeypad(true);
    press('4711#7', 0);
    clock.advance(5_000);
    assert.deepEqual(entries, ['[keypad] 4 keys (hidden) @0', '[keypad] 7 @1500']);
  });
});
