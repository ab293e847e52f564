import { assert } from 'chai';
import { readAnswer } from '../../../adapters/simulator/answer-document.ts';
import { calleeOf, readCalleeOptions } from '../../../adapters/simulator/callee.ts';
import { waitForKey } from '../../../adapters/simulator/key-wait.ts';
import { plivoTelephony } from '../../../adapters/providers/plivo/telephony.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const input = (attributes: string, words = '<Speak>words</Speak>'): string =>
  `<Response><GetInput ${attributes} action="https://x/">${words}</GetInput></Response>`;
const GOOD = 'inputType="dtmf" numDigits="1" executionTimeout="8"';

describe('prompts for a key, as the simulator reads them', () => {
  it('are what the adapter writes', () => {
    const prompt = { text: 'Press <1> & wait', language: 'en', nextUrl: 'https://x/t?a=1&b=2', timeoutSeconds: 8 };
    assert.deepEqual(readAnswer(plivoTelephony.dialect.promptForKey(prompt).body), [
      { verb: 'input', text: prompt.text, url: prompt.nextUrl, waitMs: 8_000 },
      { verb: 'redirect', url: prompt.nextUrl },
    ]);
  });

  it('are refused where Plivo would refuse them, or nothing is simulated', () => {
    assert.isNotNull(readAnswer(input(GOOD)));
    for (const document of [
      '<Response><Speak><Speak>words</Speak></Speak></Response>',
      input('inputType="speech" numDigits="1" executionTimeout="8"'),
      input('inputType="dtmf" numDigits="2" executionTimeout="8"'),
      input('inputType="dtmf" numDigits="1" executionTimeout="4"'),
      input('inputType="dtmf" numDigits="1" executionTimeout="61"'),
      input(GOOD, ''),
      input(GOOD, '<Speak>one</Speak><Speak>two</Speak>'),
      input(GOOD, 'words'),
    ])
      assert.isNull(readAnswer(document), document);
  });
});

describe('a wait for a key of a simulated callee', () => {
  function waiting(press: string | null) {
    const clock = fakeClock();
    const log: string[] = [];
    const sound = { stop: () => void log.push('silence') };
    const key = waitForKey(
      sound,
      { wordsMs: 2_000, waitMs: 8_000, press },
      (ms, run) => void clock.after(ms, run),
      (pressed) => log.push(`key ${pressed}`),
    );
    return { clock, log, key };
  }

  it('ends with the first key, which interrupts the words', () => {
    const { clock, log, key } = waiting('1');
    clock.advance(500);
    key('7');
    key('8');
    clock.advance(60_000);
    assert.deepEqual(log, ['silence', 'key 7']);
  });

  it('ends with the key that the callee presses after the words, or without one', () => {
    for (const [press, ms, end] of [
      ['1', 2_500, ['silence', 'key 1']],
      [null, 10_000, ['key null']],
    ] as const) {
      const { clock, log } = waiting(press);
      clock.advance(ms - 1);
      assert.isEmpty(log);
      clock.advance(1);
      assert.deepEqual(log, [...end]);
    }
  });

  it('is answered by people, not by mailboxes, unless the options of the callee differ', () => {
    const at = (digit: string, options: Readonly<Record<string, unknown>> = {}) =>
      calleeOf(`+1415555010${digit}`, readCalleeOptions(options)).press;
    assert.deepEqual([at('7'), at('4'), at('7', { press: null }), at('4', { press: '5' })], ['1', null, null, '5']);
    for (const press of ['12', '', 1, 'a']) assert.throws(() => readCalleeOptions({ press }), /press must be a key/);
  });
});
