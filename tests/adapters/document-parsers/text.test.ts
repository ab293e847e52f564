import { assert } from 'chai';
import { parse } from '../../../adapters/document-text/parsers/text.ts';
import { parsed } from './parsed.ts';

describe('the parser of plain text', () => {
  it('separates paragraphs at blank lines, and finds lists with what introduces them', async () => {
    const text =
      'We are open\nfrom nine.\r\n\r\nWe serve:\n- coffee\n- tea,\n  black or green\n• cake\n1. soup\nNot on Mondays.';
    assert.deepEqual(await parsed(parse, text), [
      'We are open from nine.',
      'We serve:',
      ['- coffee', '- tea, black or green', '• cake', '1. soup'],
      'Not on Mondays.',
    ]);
  });

  it('takes a dash within a paragraph for what it is', async () => {
    assert.deepEqual(await parsed(parse, 'Nine -five, 2026.\n1.5 litres'), ['Nine -five, 2026. 1.5 litres']);
  });

  it('reads UTF-8, UTF-16 and Windows-1252, without byte order mark and NUL', async () => {
    const encodings: Readonly<Record<string, Uint8Array>> = {
      'UTF-8': Buffer.from('\u{feff}Öffnungs\0zeiten'),
      'UTF-16, little-endian': Buffer.from('\u{feff}Öffnungszeiten', 'utf16le'),
      'UTF-16, big-endian': Buffer.from('\u{feff}Öffnungszeiten', 'utf16le').swap16(),
      'Windows-1252': Buffer.from('Öffnungszeiten', 'latin1'),
    };
    for (const [name, file] of Object.entries(encodings))
      assert.deepEqual(await parsed(parse, file), ['Öffnungszeiten'], name);
  });

  it('finds nothing in a file of blanks', async () => {
    assert.deepEqual(await parsed(parse, ' \n\t\r\n\f'), []);
  });
});
