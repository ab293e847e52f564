import { assert } from 'chai';
import { requirePdf } from '../../../domain/knowledge/pdf-file.ts';

const GOOD = { filename: 'Hours.pdf', size: 9, header: '%PDF-1.7\n' };

describe('requirePdf', () => {
  const FINE: readonly Partial<typeof GOOD>[] = [
    {},
    { filename: 'Öffnungszeiten & more.PDF' },
    { header: '\u00ef\u00bb\u00bf%PDF-1.4' },
  ];
  for (const more of FINE)
    it(`accepts ${JSON.stringify(more)}`, () => assert.doesNotThrow(() => requirePdf({ ...GOOD, ...more })));

  const WRONG: readonly (readonly [Partial<typeof GOOD>, RegExp])[] = [
    [{ filename: 'Hours.docx' }, /end in \.pdf/],
    [{ filename: '' }, /end in \.pdf/],
    [{ filename: `${'x'.repeat(252)}.pdf` }, /longer than 255/],
    [{ filename: 'a\nb.pdf' }, /control characters/],
    [{ size: 0 }, /is empty/],
    [{ header: 'PK\u0003\u0004' }, /not a PDF/],
  ];
  for (const [more, says] of WRONG)
    it(`rejects ${JSON.stringify(more).slice(0, 40)}`, () =>
      assert.throws(() => requirePdf({ ...GOOD, ...more }), says));
});
