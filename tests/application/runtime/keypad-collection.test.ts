import { assert } from 'chai';
import type { DigitEntry } from '../../../domain/agents/keypad.ts';
import { openKeypad, settled } from './open-keypad.ts';

describe('Keypad: a collection', () => {
  /** Keys pressed at once, and what the model reads after 30 seconds. */
  const table: readonly (readonly [string, Partial<DigitEntry>, string, string])[] = [
    ['digits and the terminator', {}, '47110#', 'The caller typed 47110.'],
    ['the most digits', {}, '471108', 'The caller typed 471108.'],
    ['digits and a pause', {}, '4711', 'The caller typed 4711.'],
    ['too few digits', {}, '47', 'Incomplete: the caller typed 47. Needed: 4 to 6 digits.'],
    ['too few digits and the terminator', {}, '471#', 'Incomplete: the caller typed 471. Needed: 4 to 6 digits.'],
    ['nothing', {}, '', 'The caller typed nothing. Needed: 4 to 6 digits.'],
    ['only the terminator', {}, '#', 'The caller typed nothing. Needed: 4 to 6 digits.'],
    ['other keys', {}, '47*1#', 'Invalid: the caller pressed keys that are not digits (47*1).'],
    [
      '# where * is the terminator',
      { terminator: '*' },
      '47#1*',
      'Invalid: the caller pressed keys that are not digits (47#1).',
    ],
    ['* as the terminator', { terminator: '*' }, '4711*', 'The caller typed 4711.'],
    ['no terminator', { terminator: 'none', min_digits: 4, max_digits: 4 }, '4711', 'The caller typed 4711.'],
    [
      'secret digits',
      { secret: true },
      '4711#',
      'The caller typed 4 digits. They are secret: tools that need them get them as pin, you do not.',
    ],
    ['too few secret digits', { secret: true }, '471', 'Incomplete: the caller typed 3 digits. Needed: 4 to 6 digits.'],
    [
      'other keys of a secret entry',
      { secret: true },
      '47*1#',
      'Invalid: the caller pressed keys that are not digits.',
    ],
  ];
  for (const [what, entry, keys, content] of table)
    it(`reports ${what} as one answer`, async () => {
      const { clock, collect, press, entries, progress } = openKeypad();
      const answers = collect(entry);
      press(keys, 100);
      clock.advance(30_000);
      await settled();
      assert.deepEqual(
        answers.map((answer) => answer.content),
        [content],
      );
      assert.deepEqual([entries, clock.waiting], [[], 0]);
      assert.equal(progress.at(-1), 'ended');
    });

  it('sets a variable, which is hidden for a secret entry', async () => {
    const { collect, press, collected } = openKeypad();
    const [shown, hidden] = [collect(), []];
    press('4711#', 100);
    await settled();
    assert.deepInclude(shown[0], { ok: true, variables: { pin: '4711' } });
    assert.notProperty(shown[0], 'hidden');
    const secret = collect({ secret: true });
    press('0815#', 100);
    await settled();
    assert.deepInclude(secret[0], { ok: true, variables: {}, hidden: { pin: '0815' } });
    assert.deepEqual(hidden, []);
    assert.deepEqual(collected, [
      { entry: 'pin', keys: '4711', count: 4 },
      { entry: 'pin', keys: null, count: 4 },
    ]);
  });

  it('awaits the first digit from the end of the agent’s words on, and each further one for a shorter time', async () => {
    const { clock, collect, keypad, press } = openKeypad();
    keypad.agentSpeaks(true);
    const answers = collect();
    clock.advance(60_000);
    keypad.agentSpeaks(false);
    clock.advance(9_999);
    press('1', 4_999);
    press('2', 4_999);
    keypad.agentSpeaks(true);
    await settled();
    assert.isEmpty(answers);
    clock.advance(1);
    await settled();
    assert.equal(answers[0]?.content, 'Incomplete: the caller typed 12. Needed: 4 to 6 digits.');
  });

  it('takes keys that were pressed just before, unless it is secret', async () => {
    const { collect, press, entries } = openKeypad();
    press('47', 100);
    const answers = collect();
    press('11#', 100);
    await settled();
    assert.equal(answers[0]?.content, 'The caller typed 4711.');
    press('3', 2_000);
    press('47', 100);
    const secret = collect({ secret: true });
    press('0815#', 100);
    await settled();
    assert.deepEqual(secret[0]?.hidden, { pin: '0815' });
    assert.deepEqual(entries, ['[keypad] 3 @2000']);
  });

  it('ignores the terminator after a whole entry, and every key that still belongs to a secret one', async () => {
    const { clock, collect, press, entries } = openKeypad(true);
    collect();
    press('471108#', 100);
    press('1', 1_500);
    assert.deepEqual(entries, ['[keypad] 1 @2200']);
    collect({ secret: true });
    press('4711', 100);
    clock.advance(4_900);
    press('08', 1_000);
    clock.advance(5_000);
    assert.lengthOf(entries, 1);
    press('9', 1_500);
    assert.match(entries[1] ?? '', /^\[keypad\] 9 /);
    await settled();
  });

  it('hides even single keys while a secret entry is incomplete', () => {
    const { clock, collect, press, entries } = openKeypad(true);
    collect({ secret: true });
    press('47', 100);
    clock.advance(10_000);
    press('1', 2_000);
    collect({ secret: true });
    press('4711#', 100);
    clock.advance(2_000);
    press('5', 2_000);
    assert.deepEqual(
      entries.map((entry) => entry.replace(/ @.*/, '')),
      ['[keypad] 1 key (hidden)', '[keypad] 5'],
    );
  });

  it('silences the caller from its start until no key belongs to it any more, if it is secret', () => {
    const { clock, collect, keypad, press } = openKeypad();
    collect();
    assert.isFalse(keypad.isSilenced);
    press('4711#', 0);
    assert.isFalse(keypad.isSilenced);
    collect({ secret: true });
    assert.isTrue(keypad.isSilenced);
    press('4711#', 0);
    clock.advance(1_499);
    assert.isTrue(keypad.isSilenced);
    // A caller who types on prolongs it: the key is dropped, and so is its tone.
    keypad.press('5');
    clock.advance(1_499);
    assert.isTrue(keypad.isSilenced);
    clock.advance(1);
    assert.isFalse(keypad.isSilenced);
  });

  it('silences the caller also after it was cancelled, and with each key that may be the rest of it', () => {
    const { clock, collect, abort, keypad } = openKeypad(true);
    collect({ secret: true });
    keypad.press('4');
    abort.abort();
    clock.advance(1_499);
    assert.isTrue(keypad.isSilenced);
    keypad.press('7');
    clock.advance(1_499);
    assert.isTrue(keypad.isSilenced);
    clock.advance(1);
    assert.isFalse(keypad.isSilenced);
  });

  it('ends when its tool call is cancelled, and takes no second one at a time', async () => {
    const { clock, collect, abort, press, entries, progress } = openKeypad();
    const [first, second] = [collect(), collect()];
    press('4', 100);
    abort.abort();
    await settled();
    assert.equal(first[0]?.content, 'Cancelled.');
    assert.equal(second[0]?.content, 'Other digits are being collected: wait for them.');
    assert.deepEqual(progress, ['pressed', 'ended']);
    press('7', 1_500);
    assert.lengthOf(entries, 1);
    const late = collect();
    await settled();
    assert.equal(late[0]?.content, 'Cancelled.');
    assert.equal(clock.waiting, 0);
  });

  it('ends with the call', async () => {
    const { clock, collect, keypad } = openKeypad();
    const answers = collect();
    keypad.close();
    await settled();
    assert.deepEqual([answers[0]?.content, clock.waiting], ['The call is over.', 0]);
  });
});
