import { assert } from 'chai';
import * as fc from 'fast-check';
import { REDACTED_KINDS } from '../../../domain/agents/redaction.ts';
import { redacted, type CallRedaction } from '../../../domain/calls/redact.ts';
import { redactedToolCall } from '../../../domain/calls/redact-tool-call.ts';

const ALL: CallRedaction = { kinds: REDACTED_KINDS, values: [['guest', 'Grace Hopper']] };
const clean = (text: string): string => redacted(text, ALL);

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const words = fc.constantFrom('my number is', 'please note', 'the new one:', 'so, it is', 'äh,');

/** Digits with the last one that makes Luhn's checksum valid. */
function withLuhn(payload: string): string {
  const sum = [...payload].toReversed().reduce((total, digit, place) => {
    const value = place % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return payload + String((10 - (sum % 10)) % 10);
}

const card = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(14)).map(([first, rest]) => withLuhn(`${first}${rest}`));

/** A German IBAN with a valid checksum. */
const iban = digits(18).map((account) => {
  const check = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${account}`;
});

const ENGLISH = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const GERMAN = ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'];
const wordsIn = (language: readonly string[], number: string): string =>
  [...number].map((digit) => language[Number(digit)]!).join(' ');
const grouped = (number: string, separator: string): string => number.match(/.{1,4}/g)!.join(separator);
const ways = (number: string): string[] => [
  number,
  grouped(number, ' '),
  grouped(number, '-'),
  wordsIn(ENGLISH, number),
  wordsIn(GERMAN, number),
];

const isLuhn = (number: string): boolean => withLuhn(number.slice(0, -1)) === number;

describe('redaction', () => {
  it('leaves no card number, written in groups or spoken digit by digit', () => {
    fc.assert(
      fc.property(card, words, (number, before) => {
        for (const way of ways(number)) assert.equal(clean(`${before} ${way}.`), `${before} [card_number].`);
      }),
    );
  });

  it('leaves no account number with a valid checksum, with spaces or without, in any case', () => {
    fc.assert(
      fc.property(iban, words, (number, before) => {
        for (const way of [number, grouped(number, ' '), number.toLowerCase()])
          assert.equal(clean(`${before} ${way}, ok`), `${before} [account_number], ok`);
      }),
    );
  });

  it('leaves no e-mail address', () => {
    fc.assert(
      fc.property(fc.emailAddress(), words, (address, before) => {
        const text = clean(`${before} <${address}>.`);
        assert.equal(text, `${before} <[email]>.`);
      }),
    );
    assert.equal(clean('mail ada.lovelace@example.com.'), 'mail [email].');
  });

  it('leaves no phone number with a country code, in national form, or spoken', () => {
    fc.assert(
      fc.property(digits(10), words, (rest, before) => {
        for (const number of [`+49 ${rest}`, `0049${rest}`, `+1-415-${rest.slice(0, 7)}`, `0${rest}`])
          assert.equal(clean(`${before} ${number} thanks`), `${before} [phone_number] thanks`, number);
        assert.equal(
          clean(`${before} plus ${wordsIn(ENGLISH, `49${rest}`)} thanks`),
          `${before} [phone_number] thanks`,
        );
      }),
    );
    assert.equal(clean('call (415) 555-0177 or 415 555 0178'), 'call ([phone_number] or [phone_number]');
    for (const list of ['415-555-0177, 415-555-0178', '030 123456, 030 123457', '(415) 555-0177 / 415 555 0178'])
      assert.match(clean(list), /^\(?\[phone_number\](?:, | \/ )\[phone_number\]$/, list);
    assert.equal(clean('0, 3, 0, 1, 2, 3, 4, 5, 6, 7, 8'), '[phone_number]');
  });

  it('leaves numbers alone that are none of these: orders without a checksum, times, dates, prices', () => {
    const order = fc.tuple(fc.integer({ min: 1, max: 9 }), digits(12)).map(([first, rest]) => `${first}${rest}`);
    fc.assert(
      fc.property(
        order.filter((number) => !isLuhn(number)),
        (number) => {
          assert.equal(clean(`order ${number} please`), `order ${number} please`);
        },
      ),
    );
    for (const text of [
      'at 10:30, or 9 to 5',
      'on 01.02.2026 at 18:00',
      'for 1,234.50 euros or $99.99',
      'two or three people at nine',
      'gate 42, row 7, order 12345678',
      'DE89 1234 is too short',
      'me @ home',
    ])
      assert.equal(clean(text), text);
  });

  it('leaves out only the chosen kinds, and values of variables as whole words in any case', () => {
    const some = {
      kinds: ['email'],
      values: [
        ['guest', 'Grace Hopper'],
        ['short', 'a'],
      ],
    } as const;
    const text = 'I am grace hopper, a@b.example, 4111 1111 1111 1111, not Grace Hoppers';
    assert.equal(redacted(text, some), 'I am [guest], [email], 4111 1111 1111 1111, not Grace Hoppers');
    assert.equal(redacted(text, { kinds: [], values: [] }), text);
  });

  it('keeps the arguments and answers of tool calls JSON', () => {
    const started = { run: 1, name: 'pay', side_effects: true, started_at: '2026' };
    const line = { ...started, arguments: '{"card":4111111111111111,"note":"4111 1111 1111 1111","n":7}' };
    assert.deepEqual(redactedToolCall(line, ALL), {
      ...started,
      arguments: '{"card":"[card_number]","note":"[card_number]","n":7}',
    });
    const ended = { run: 1, outcome: 'ok', answer: 'sent to ada@example.com', ended_at: '2026', cause: null } as const;
    assert.deepEqual(redactedToolCall(ended, ALL), { ...ended, answer: 'sent to [email]' });
  });
});
