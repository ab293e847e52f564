import { assert } from 'chai';
import { DOCUMENT_TYPES, requireDocumentType, typeOfMedia } from '../../../domain/knowledge/document-type.ts';

const GOOD = { filename: 'Hours.pdf', size: 9, header: '%PDF-1.7\n' };
const named = (filename: string, header: string) => ({ filename, header, size: header.length });
const ZIP = 'PK\u0003\u0004 words';
const OLD_WORD = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';

describe('requireDocumentType', () => {
  const FINE: readonly (readonly [file: Partial<typeof GOOD>, type: string])[] = [
    [{}, 'pdf'],
    [{ filename: 'Öffnungszeiten & more.PDF' }, 'pdf'],
    [{ header: '\u00ef\u00bb\u00bf%PDF-1.4' }, 'pdf'],
    [named('Hours.docx', ZIP), 'docx'],
    [named('hours.html', '<!doctype html>'), 'html'],
    [named('hours.HTM', 'We open.'), 'html'],
    [named('read.me.md', '# Hours'), 'markdown'],
    [named('hours.markdown', 'About %PDF- files.'), 'markdown'],
    [named('hours.txt', 'We open at nine.'), 'text'],
    [named('hours.txt', '\u00ff\u00feW\0e\0'), 'text'],
    [named('faq.csv', 'question,answer'), 'csv'],
  ];
  for (const [more, type] of FINE)
    it(`accepts ${JSON.stringify(more)} as ${type}`, () => {
      assert.equal(requireDocumentType({ ...GOOD, ...more }), type);
    });

  const WRONG: readonly (readonly [file: Partial<typeof GOOD>, says: RegExp])[] = [
    [{ filename: 'Hours.exe' }, /must end in \.pdf, \.docx, \.html, \.htm, \.md, \.markdown, \.txt or \.csv$/],
    [{ filename: 'Hours.doc' }, /save the document as \.docx$/],
    [{ filename: 'Prices.XLSX' }, /save the table as \.csv$/],
    [{ filename: 'Talk.pptx' }, /save it as a PDF$/],
    [{ filename: '' }, /must end in/],
    [{ filename: 'pdf' }, /must end in/],
    [{ filename: 'constructor.constructor' }, /or \.csv$/],
    [{ filename: `${'x'.repeat(252)}.pdf` }, /longer than 255/],
    [{ filename: 'a\nb.pdf' }, /control characters/],
    [{ size: 0 }, /is empty/],
    [{ header: 'PK\u0003\u0004' }, /not a PDF/],
    [named('Hours.docx', 'words'), /not a Word document/],
    [named('Hours.docx', OLD_WORD), /old Word format or protected/],
    [named('Hours.docx', '%PDF-1.7'), /is a PDF: its name must end in \.pdf/],
    [named('Hours.txt', '%PDF-1.7'), /is a PDF: its name must end in \.pdf/],
    [named('Hours.md', ZIP), /not Markdown: its content is not text/],
    [named('faq.csv', 'a,\0,b'), /not a CSV file: its content is not text/],
    [named('page.html', '\u0089PNG\0'), /not an HTML page/],
  ];
  for (const [more, says] of WRONG)
    it(`rejects ${JSON.stringify(more).slice(0, 60)}`, () =>
      assert.throws(() => requireDocumentType({ ...GOOD, ...more }), says));
});

describe('typeOfMedia', () => {
  it('finds each type by its media type', () => {
    for (const [type, { mediaType }] of Object.entries(DOCUMENT_TYPES)) assert.equal(typeOfMedia(mediaType), type);
  });
});
