import { assert } from 'chai';
import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { libphonenumberFormat } from '../../adapters/number-format/libphonenumber.ts';
import type { NumberFormat } from '../../application/ports/number-format.ts';
import { numberFormatContract } from '../contracts/number-format.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { CHARACTERS } from '../support/characters.ts';

describe('number format: libphonenumber', () => {
  keeps(numberFormatContract, libphonenumberFormat);

  it('answers E.164 or null to any text', () => {
    const format = libphonenumberFormat();
    const text = fc.oneof(fc.string({ unit: CHARACTERS }), fc.stringMatching(/^\+[\d ()-]{0,20}$/));
    fc.assert(
      fc.property(text, (written) => {
        const number = format.e164(written);
        if (number !== null) assert.match(number, /^\+[1-9]\d{4,14}$/);
      }),
    );
  });
});

describe('number format: the contract', () => {
  const trusting: NumberFormat = { e164: (text) => parsePhoneNumberFromString(text, 'US')?.number ?? null };
  const literal: NumberFormat = { e164: (text) => (/^\+\d{7,15}$/.test(text) ? text : null) };
  const careless: NumberFormat = { e164: (text) => text };
  bites(
    numberFormatContract,
    () => trusting,
    () => literal,
    () => careless,
  );
});
