import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { known, least, refusal } from './known-providers.ts';

const parse = (limits: unknown) => parseAgentConfig({ ...least(), limits }, known).limits;

describe('the time limits of an agent configuration', () => {
  it('are stored as they are given, with the default of the warning', () => {
    assert.deepEqual(parse({ max_call_seconds: 600, warning: ' One minute left. ', ring_seconds: 25 }), {
      ...{ max_call_seconds: 600, warning: 'One minute left.', warning_seconds_before: 30, ring_seconds: 25 },
    });
    const whole = { max_call_seconds: 60, warning: 'Soon.', warning_seconds_before: 59, closing: 'Bye.' };
    assert.deepEqual(parse(whole), whole);
    assert.deepEqual(parse({ ring_seconds: 5, warning: '' }), { ring_seconds: 5 });
  });

  it('are absent when none is given', () => {
    for (const none of [undefined, null, {}, { max_call_seconds: null, closing: ' ' }])
      assert.doesNotHaveAnyKeys(parseAgentConfig({ ...least(), limits: none }, known), ['limits']);
  });

  const wrong: readonly [string, unknown, string][] = [
    ['anything but an object', [60], 'limits must be an object'],
    ['a misspelt field', { max_call_second: 60 }, 'limits.max_call_second is unknown: did you mean max_call_seconds?'],
    [
      'a call that is too short',
      { max_call_seconds: 59 },
      'limits.max_call_seconds must be an integer from 60 to 14400',
    ],
    [
      'a call that is too long',
      { max_call_seconds: 14_401 },
      'limits.max_call_seconds must be an integer from 60 to 14400',
    ],
    ['a short ring time', { ring_seconds: 4 }, 'limits.ring_seconds must be an integer from 5 to 120'],
    ['a long ring time', { ring_seconds: 121 }, 'limits.ring_seconds must be an integer from 5 to 120'],
    ['a text as ring time', { ring_seconds: '30' }, 'limits.ring_seconds must be an integer from 5 to 120'],
    [
      'a warning that is due too late',
      { max_call_seconds: 60, warning: 'Soon.', warning_seconds_before: 4 },
      'limits.warning_seconds_before must be an integer from 5 to 600',
    ],
    [
      'a warning that is due before the call',
      { max_call_seconds: 60, warning: 'Soon.', warning_seconds_before: 60 },
      'limits.warning_seconds_before must be less than limits.max_call_seconds',
    ],
    ['a warning without a limit', { warning: 'Soon.' }, 'limits.warning requires limits.max_call_seconds'],
    ['a closing without a limit', { closing: 'Bye.' }, 'limits.closing requires limits.max_call_seconds'],
    [
      'the time of no warning',
      { max_call_seconds: 60, warning_seconds_before: 10 },
      'limits.warning_seconds_before requires limits.warning',
    ],
    [
      'a long warning',
      { max_call_seconds: 60, warning: 'a'.repeat(1_001) },
      'limits.warning must have at most 1000 characters',
    ],
    [
      'a closing of several lines',
      { max_call_seconds: 60, closing: 'a\nb' },
      'limits.closing must be one line without control characters',
    ],
  ];
  for (const [what, input, message] of wrong)
    it(`reject ${what}: ${message}`, () =>
      assert.equal(
        refusal(() => parse(input)),
        message,
      ));
});
