import { assert } from 'chai';
import { previewContacts } from '../../console/src/pages/campaigns/contact-preview.ts';
import { csvParser } from '../../adapters/csv/csv-parse.ts';

/** The bytes, in pieces of this size. */
async function* inPieces(text: string | Uint8Array, size: number): AsyncIterable<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const preview = (text: string | Uint8Array, size = 7) => previewContacts(inPieces(text, size));

const LIST = [
  ' Phone_Number ,name,note',
  '+15550100000,Ada,"said ""hello"", twice"',
  '+1 555 010-0001,Zoë,"two\r\nlines"',
  '5550100002,Bob,no plus',
  ',Nobody,skipped',
  '+15550100000,Ada again,',
  '"+15550100003"',
].join('\r\n');

describe('the preview of a contact list', () => {
  it('counts whom can be called, and names the rows that cannot be as a spreadsheet numbers them', async () => {
    const { columns, contacts, skipped, badRows, badCount, fault } = await preview(`\u{feff}${LIST}`);
    assert.deepEqual(columns, ['phone_number', 'name', 'note']);
    assert.deepEqual([contacts, skipped, badCount, fault], [3, 1, 2, null]);
    assert.deepEqual(badRows, [
      { row: 4, value: '5550100002', kind: 'noNumber' },
      { row: 6, value: '+15550100000', kind: 'repeated' },
    ]);
  });

  it('reads the same rows as the API, however the bytes arrive', async () => {
    const theirs: (readonly string[])[] = [];
    for await (const rows of csvParser().rows(inPieces(LIST, 1_000))) theirs.push(...rows);
    for (const size of [1, 2, 3, 1_000]) assert.deepEqual((await preview(LIST, size)).rows, theirs.slice(1, 6));
  });

  it('shows the first rows of a long list and names the first of many bad ones', async () => {
    const list = await preview(`phone_number\n${'12\n'.repeat(5_000)}`, 4_096);
    assert.deepEqual([list.rows.length, list.badRows.length, list.badCount], [5, 20, 5_000]);
  });

  it('says what makes a file useless as a whole', async () => {
    const faultOf = async (text: string | Uint8Array) => (await preview(text)).fault;
    assert.deepEqual(await faultOf(''), { kind: 'empty' });
    assert.deepEqual(await faultOf('name,phone\nAda,1'), { kind: 'noPhoneColumn' });
    assert.deepEqual(await faultOf('phone_number,a,A\n'), { kind: 'columnTwice', column: 'a' });
    assert.deepEqual(await faultOf(Uint8Array.of(0x70, 0xff, 0xfe)), { kind: 'notUtf8' });
    const broken: readonly (readonly [string, string, number])[] = [
      ['phone_number\n"+1', 'quoteNotClosed', 2],
      ['phone_number\n\n"a"b\n', 'wordsAfterQuote', 3],
      ['phone_number\na"b\n', 'quoteInCell', 2],
    ];
    for (const [text, problem, row] of broken)
      assert.deepEqual(await faultOf(text), { kind: 'notCsv', problem, row } as never);
  });
});
