import { assert } from 'chai';
import type { NumberFormat } from '../../application/ports/number-format.ts';
import type { Contract } from '../support/contract.ts';

const READ: Readonly<Record<string, string>> = {
  '+14155550100': '+14155550100',
  ' +1 (415) 555-0100 ': '+14155550100',
  '+1.415.555.0100': '+14155550100',
  '+1\u00a0415\u2011555\u20110100': '+14155550100',
  '\u202a+1 415 555 0100\u202c': '+14155550100',
  '+44 (0)20 7946 0958': '+442079460958',
  '+91 98765 43210': '+919876543210',
  '+49 30/123456': '+4930123456',
  '+15550100000': '+15550100000',
};

const REFUSED: readonly string[] = [
  '',
  ' ',
  '+',
  'hello',
  '4155550100',
  '14155550100',
  '0014155550100',
  '+1415555',
  '+999123456789',
  '+1234567890123456',
  'tel:+14155550100',
  'whatsapp:+14155550100',
  'call me at +14155550100',
  '+1 415 555 0100 ext. 5',
  '+1 415 555 0100;phone-context=x',
  '++14155550100',
  '+1-800-FLOWERS',
  '+١٤١٥٥٥٥٠١٠٠',
  '＋14155550100',
  '+14155550100\u0000',
  '+1415\n5550100x',
  '<script>+14155550100</script>',
  '+1' + '4'.repeat(100_000),
  '+' + ' '.repeat(100_000) + '14155550100',
  '💥',
];

export const numberFormatContract: Contract<NumberFormat> = {
  'reads a number as people write it': async (format) => {
    for (const [written, number] of Object.entries(READ)) assert.equal(format.e164(written), number, written);
  },

  'reads what it has written as the same': async (format) => {
    for (const written of Object.keys(READ)) {
      const number = format.e164(written)!;
      assert.match(number, /^\+[1-9]\d{6,14}$/);
      assert.equal(format.e164(number), number);
    }
  },

  'answers null for invalid numbers and unknown countries': async (format) => {
    for (const text of REFUSED) assert.isNull(format.e164(text), text.slice(0, 40));
  },
};
