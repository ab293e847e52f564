import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { parseKeypad } from '../../../domain/agents/keypad.ts';
import { known, least, reasons } from './known-providers.ts';

const ENTRY = { name: 'card', description: ' The card number ', min_digits: 12, max_digits: 19, secret: true };
const parsed = (changes: object) => parseKeypad({ collect: [{ ...ENTRY, ...changes }] })?.collect[0];

const withTool = (keypad: object, request: object) => ({
  ...least(),
  keypad,
  tools: [
    {
      ...{ type: 'http', name: 'pay', description: 'Pays.' },
      request: { method: 'POST', url: 'https://pay.example.com/', ...request },
    },
  ],
});

describe('the keypad section of an agent configuration', () => {
  it('has defaults, and parsing its result again changes nothing', () => {
    const keypad = parseKeypad({ send: true, collect: [ENTRY, { name: 'a', description: 'b', max_digits: 4 }] });
    assert.deepEqual(keypad, {
      send: true,
      collect: [
        { ...ENTRY, description: 'The card number', terminator: '#', first_digit_secs: 10, timeout_secs: 5 },
        {
          ...{ name: 'a', description: 'b', min_digits: 1, max_digits: 4, secret: false },
          ...{ terminator: '#', first_digit_secs: 10, timeout_secs: 5 },
        },
      ],
    });
    assert.deepEqual(parseKeypad(keypad), keypad);
    assert.deepEqual(parseKeypad({}), { send: false, collect: [] });
    assert.isNull(parseKeypad(null));
    assert.notProperty(parseAgentConfig({ ...least(), keypad: null }, known), 'keypad');
    const none = parsed({ terminator: 'none' });
    assert.deepEqual(parseKeypad({ collect: [none] })?.collect, [none!]);
  });

  it('sets the least number of digits of a secret entry to three', () => {
    assert.equal(parsed({ min_digits: null, max_digits: 4 })?.min_digits, 3);
  });

  const wrong: readonly (readonly [string, object, string])[] = [
    ['a misspelt field', { sends: true }, 'keypad.sends is unknown: did you mean send?'],
    ['no list', { collect: {} }, 'keypad.collect must be a list of objects'],
    ['a text', { send: 'yes' }, 'keypad.send must be true or false'],
    [
      'too many entries',
      { collect: Array.from({ length: 11 }, () => ENTRY) },
      'keypad.collect must have at most 10 items',
    ],
    ['one name twice', { collect: [ENTRY, ENTRY] }, 'keypad.collect[1].name must differ from the names before it'],
  ];
  for (const [what, keypad, reason] of wrong)
    it(`refuses ${what}`, () =>
      assert.deepEqual(
        reasons(() => parseKeypad(keypad)),
        [reason],
      ));

  const wrongEntries: readonly (readonly [object, string])[] = [
    [{ name: 'Card' }, '.name must be 1 to 64 lower-case letters, digits and underscores, and start with a letter'],
    [{ name: null }, '.name is required'],
    [{ description: ' ' }, '.description must have 1 to 300 characters'],
    [{ description: 'a\nb' }, '.description must be one line without control characters'],
    [{ max_digits: null }, '.max_digits is required'],
    [{ max_digits: 33 }, '.max_digits must be an integer from 1 to 32'],
    [{ min_digits: 20 }, '.min_digits must not exceed max_digits'],
    [{ min_digits: 2 }, ' must have at least 3 digits to be secret'],
    [{ min_digits: null, max_digits: 2 }, ' must have at least 3 digits to be secret'],
    [{ terminator: '0' }, '.terminator must be one of #, *, none'],
    [{ timeout_secs: 21 }, '.timeout_secs must be an integer from 1 to 20'],
    [{ first_digit_secs: 31 }, '.first_digit_secs must be an integer from 1 to 30'],
    [{ max_digit: 4 }, '.max_digit is unknown: did you mean max_digits?'],
  ];
  for (const [changes, reason] of wrongEntries)
    it(`refuses an entry with ${JSON.stringify(changes)}`, () =>
      assert.deepEqual(
        reasons(() => parsed(changes)),
        [`keypad.collect[0]${reason}`],
      ));

  it('lets tools send the digits, secret ones not in a URL', () => {
    const keypad = { collect: [ENTRY, { name: 'pin', description: 'p', max_digits: 4 }] };
    const body = { card: '{{card}}', pin: '{{pin}}' };
    const { tools } = parseAgentConfig(withTool(keypad, { body }), known);
    assert.deepEqual(tools?.[0]?.request.body, body);
    parseAgentConfig(withTool(keypad, { url: 'https://pay.example.com/{{pin}}' }), known);
    assert.deepEqual(
      reasons(() => parseAgentConfig(withTool(keypad, { url: 'https://pay.example.com/{{card}}?c={{card}}' }), known)),
      ['tools[0].request.url must not contain the secret digits {{card}}: send them in the body'],
    );
    // A query becomes a part of the URL.
    assert.deepEqual(
      reasons(() => parseAgentConfig(withTool(keypad, { query: { pin: '{{pin}}', c: 'no {{card}}' } }), known)),
      ['tools[0].request.query.c must not contain the secret digits {{card}}: send them in the body'],
    );
    assert.match(
      reasons(() => parseAgentConfig(withTool({ collect: [] }, { body }), known)).join(),
      /unknown placeholder \{\{card\}\}/,
    );
  });
});
