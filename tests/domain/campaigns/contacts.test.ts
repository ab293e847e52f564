import { assert } from 'chai';
import fc from 'fast-check';
import {
  readHeader,
  readPhone,
  readVariables,
  requireShortCells,
  RowErrors,
} from '../../../domain/campaigns/contacts.ts';
import { NumberSet } from '../../../domain/campaigns/number-set.ts';
import { isSourceOf, sourceKey, sourceName } from '../../../domain/campaigns/source.ts';

describe('contact list', () => {
  it('accepts a header in any case, spacing and order', () => {
    assert.deepEqual(readHeader([' Name', 'PHONE_NUMBER ', '']), {
      names: ['name', 'phone_number', ''],
      phoneColumn: 1,
    });
  });

  it('accepts 200 columns, and several without a name', () => {
    const names = ['phone_number', ...Array<string>(199).fill('')];
    assert.deepEqual(readHeader(names), { names, phoneColumn: 0 });
    assert.throws(() => readHeader([...names, '']), 'The file has more than 200 columns');
  });

  const HEADERS: readonly [string, string[], RegExp][] = [
    ['no number', ['name'], /no phone_number column in the header row/],
    ['two columns of one name', ['phone_number', 'Name', 'name'], /^Duplicate column in the header row: name$/],
    ['two numbers', ['phone_number', 'phone_number'], /^Duplicate column in the header row: phone_number$/],
    ['more columns than anybody has', Array<string>(100_000).fill('phone_number'), /more than 200 columns/],
  ];
  for (const [what, cells, message] of HEADERS)
    it(`rejects ${what}`, () => assert.throws(() => readHeader(cells), message));

  const NUMBERS: readonly [string | undefined, string | null | false][] = [
    ['+15550100000', '+15550100000'],
    [' +1 555-010-0000 ', '+15550100000'],
    ['', null],
    [' - ', null],
    [undefined, null],
    ['15550100000', false],
    ['+05550100000', false],
    ['+1555', false],
    ['+1555010000012345', false],
    ['9.19E+11', false],
    ['+1 (555) 0100000', false],
    ['=cmd()', false],
    ['x+15550100000', false],
  ];
  for (const [cell, expected] of NUMBERS)
    it(`reads ${JSON.stringify(cell)} as ${String(expected)}`, () => assert.strictEqual(readPhone(cell), expected));

  it('reads every other named column as a variable, in short rows as well', () => {
    const header = readHeader(['name', 'phone_number', '', '__proto__', 'city']);
    const variables = readVariables(header, ['Ann', '+1', 'nameless', 'x', undefined as never, 'beyond']);
    assert.deepEqual(Object.entries(variables), [
      ['name', 'Ann'],
      ['__proto__', 'x'],
      ['city', ''],
    ]);
  });

  it('rejects variables of more than 10,000 characters, and ignores the length of all else', () => {
    const header = readHeader(['name', 'phone_number', '', 'city']);
    const [most, more] = ['x'.repeat(10_000), 'x'.repeat(10_001)];
    assert.throws(() => requireShortCells(header, [more]), 'A cell of the column name has more than 10000 characters');
    assert.throws(() => requireShortCells(header, ['', '', '', more]), /cell of the column city has/);
    for (const cells of [[], [most, more, more, most, more]]) requireShortCells(header, cells);
  });

  it('reports the first five bad rows', () => {
    const faults = new RowErrors();
    faults.throwIfAny();
    for (const row of [2, 5, 9]) faults.add('not an E.164 number such as +15550100000', row);
    for (const row of [6, 7, 8, 11]) faults.add('a number that appeared before', row);
    assert.throws(
      () => faults.throwIfAny(),
      'Rows cannot be dialled: not an E.164 number such as +15550100000 in row 2, 5, 9; ' +
        'a number that appeared before in row 6, 7, and 2 more',
    );
  });

  it('reports five bad rows without a count of more', () => {
    const faults = new RowErrors();
    for (const row of [2, 3, 4, 5, 6]) faults.add('a number that appeared before', row);
    assert.throws(
      () => faults.throwIfAny(),
      /^Rows cannot be dialled: a number that appeared before in row 2, 3, 4, 5, 6$/,
    );
  });

  it('finds duplicates among thousands of numbers, in full tables and in the open one', () => {
    const compact = new NumberSet();
    const all = Array.from({ length: 3_000 }, (_, at) => `+${15_550_100_000 + at * 7 + (at % 3) * 10_000_000_000}`);
    assert.isTrue(all.every((number) => compact.add(number)));
    for (const number of all) assert.isFalse(compact.add(number), number);
    assert.isTrue(compact.add('+999999999999999'));
  });

  it('finds every duplicate number', () => {
    const numbers = fc.array(fc.bigInt({ min: 1_000_000n, max: 999_999_999_999_999n }), { maxLength: 3_000 });
    fc.assert(
      fc.property(numbers, (all) => {
        const [compact, plain] = [new NumberSet(), new Set<bigint>()];
        for (const number of all) {
          assert.equal(compact.add(`+${number}`), !plain.has(number));
          plain.add(number);
        }
        for (const number of all) assert.isFalse(compact.add(`+${number}`));
      }),
      { numRuns: 30 },
    );
  });

  it('has a sanitised object key of its organisation', () => {
    const key = sourceKey('o1', 'u-1', '../Größe & co.CSV');
    assert.equal(key, 'o1/campaigns/u-1/Gr_e_co.csv');
    assert.equal(sourceKey('o1', 'u', '日本.csv'), 'o1/campaigns/u/contacts.csv');
    assert.equal(sourceKey('o1', 'u', 'a.csv.b.csv'), 'o1/campaigns/u/a_csv_b.csv');
    assert.equal(sourceKey('o1', 'u', `${'a'.repeat(101)}.csv`), `o1/campaigns/u/${'a'.repeat(100)}.csv`);
    assert.equal(sourceName(key), 'Gr_e_co.csv');
    assert.isTrue(isSourceOf('o1', key));
    for (const other of [
      'o2/campaigns/u/a.csv',
      'o1/c1/recording.wav',
      'o1/campaigns/../c1/a.csv',
      'o1/campaigns/u/a.csv/b',
      'o1/campaigns/u/b/campaigns/u/a.csv',
    ])
      assert.isFalse(isSourceOf('o1', other), other);
  });
});
