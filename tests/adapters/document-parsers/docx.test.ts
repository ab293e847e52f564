import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/docx.ts';
import { docxOf, listItem, paragraph, wordTable, zipOf } from './docx-files.ts';
import { parsed } from './parsed.ts';

describe('the parser of Word documents', () => {
  it('reads headings by their styles, paragraphs, lists and tables', async () => {
    const file = docxOf(
      [
        paragraph('Blue Door', 'Heading1'),
        paragraph('We are open.'),
        paragraph('Food', 'Heading2'),
        listItem('coffee'),
        listItem('tea &amp; cake'),
        wordTable(['Day', 'Opens', 'Closes'], ['Sunday', '10', '17']),
      ].join(''),
    );
    assert.deepEqual(await parsed(parse, file), [
      '# Blue Door',
      'We are open.',
      '## Food',
      ['- coffee', '- tea & cake'],
      ['- Day: Sunday; Opens: 10; Closes: 17'],
    ]);
  });

  it('finds nothing in a document without text', async () => {
    assert.deepEqual(await parsed(parse, docxOf('<w:p/>')), []);
  });

  it('does not read zip files of other kinds, or those that are cut off', async () => {
    const other = zipOf([{ name: 'sheet.xml', content: Buffer.from('<a/>') }]);
    for (const file of [other, docxOf(paragraph('x')).subarray(0, 200)]) {
      const failure = await parsed(parse, file).then(
        () => null,
        (error: unknown) => error,
      );
      assert.instanceOf(failure, Error);
    }
  });
});
