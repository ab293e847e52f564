import { assert } from 'chai';
import fc from 'fast-check';
import { matchingBudget, readFieldValue } from '../../../domain/agents/field-values.ts';
import type { StageField } from '../../../domain/agents/stage-fields.ts';

const field = (more: Partial<StageField>): StageField => ({
  ...{ name: 'x', type: 'text', description: 'X.', required: true, confirm: false, filled_by: 'caller', attempts: 3 },
  ...more,
});

const ROWS: readonly (readonly [Partial<StageField>, given: unknown, expected: unknown])[] = [
  [{ type: 'integer' }, 4, 4],
  [{ type: 'integer' }, ' 4 ', 4],
  [{ type: 'integer' }, 4.5, 'must be a whole number'],
  [{ type: 'integer' }, '', 'must be a whole number'],
  [{ type: 'integer', minimum: 1, maximum: 9 }, 10, 'must be a whole number from 1 up to 9'],
  [{ type: 'number', maximum: 9 }, '1.5', 1.5],
  [{ type: 'number' }, Number.NaN, 'must be a number'],
  [{ type: 'boolean' }, 'TRUE', true],
  [{ type: 'boolean' }, false, false],
  [{ type: 'boolean' }, 'yes', 'must be true or false'],
  [{ type: 'choice', choices: ['Inside', 'Outside'] }, ' inside', 'Inside'],
  [{ type: 'choice', choices: ['Inside', 'Outside'] }, 'roof', 'must be one of Inside, Outside'],
  [{ type: 'date' }, '2028-02-29', '2028-02-29'],
  [{ type: 'date' }, '2027-02-29', 'must be a date, written YYYY-MM-DD'],
  [{ type: 'date' }, '2027-2-9', 'must be a date, written YYYY-MM-DD'],
  [{ type: 'date' }, 20_270_209, 'must be a date, written YYYY-MM-DD'],
  [{ type: 'digits', min_length: 4, max_length: 4 }, '12 3-4', '1234'],
  [{ type: 'digits', min_length: 4, max_length: 4 }, 1234, '1234'],
  [{ type: 'digits', min_length: 4, max_length: 4 }, '123', 'must be 4 digits'],
  [{ type: 'digits' }, 'twelve', 'must be 1 to 32 digits'],
  [{ type: 'digits' }, 'four eight  Two oh-one', '48201'],
  [{ type: 'digits' }, 'vier 8 zwo', '482'],
  [{ type: 'digits' }, 'four score', 'must be 1 to 32 digits'],
  [{ type: 'integer', maximum: 5 }, 'Four', 4],
  [{ type: 'integer', maximum: 5 }, 'ten', 'must be a whole number up to 5'],
  [{ type: 'text' }, '  Ada\n Lovelace ', 'Ada Lovelace'],
  [{ type: 'text', max_length: 5 }, 'Lovelace', 'must have 1 to 5 characters'],
  [{ type: 'text' }, {}, 'must have 1 to 200 characters'],
  [{ type: 'text', pattern: '[A-Z]-\\d+' }, 'A-12', 'A-12'],
  [{ type: 'text', pattern: '[A-Z]-\\d+' }, 'xA-12', 'must fit [A-Z]-\\d+'],
];

describe('the reader of values of fields', () => {
  for (const [more, given, expected] of ROWS)
    it(`reads ${JSON.stringify(given)} as ${JSON.stringify(expected)} for ${JSON.stringify(more)}`, () => {
      const read = readFieldValue(field(more), given, matchingBudget());
      assert.equal('reason' in read ? read.reason : read.value, expected as string);
    });

  it('says that a comparison took too long, not that the value is wrong', () => {
    const read = readFieldValue(field({ pattern: '[A-Z]-\\d+' }), 'A-12', { left: 3 });
    assert.match('reason' in read ? read.reason : '', /^must be shorter, or the patterns simpler/);
  });

  it('reads anything without a failure, and what it has read as itself again', () => {
    const fields = fc.constantFrom(...ROWS.map(([more]) => field(more)));
    fc.assert(
      fc.property(fields, fc.anything(), (one, given) => {
        const read = readFieldValue(one, given, matchingBudget());
        if ('value' in read) assert.deepEqual(readFieldValue(one, read.value, matchingBudget()), read);
        else assert.match(read.reason, /^must /u);
      }),
      { numRuns: 300 },
    );
  });
});
