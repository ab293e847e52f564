import { assert } from 'chai';
import { attachmentDisposition } from '../../../adapters/lib/attachment.ts';

describe('an attachment', () => {
  it('names a plain file plainly', () => {
    assert.equal(
      attachmentDisposition('contacts.csv'),
      `attachment; filename="contacts.csv"; filename*=UTF-8''contacts.csv`,
    );
  });

  it('names a file of any letters, and stays one header line', () => {
    for (const name of [
      'Kontakte für März (2).csv',
      'ग्राहक.csv',
      'a"b\\c%22.csv',
      "it's.csv",
      'a\r\nSet-Cookie: x',
      '\ud800',
    ]) {
      const header = attachmentDisposition(name);
      assert.match(header, /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w.~%!-]*$/);
      assert.equal(decodeURIComponent(header.split("UTF-8''")[1]!), Buffer.from(name).toString());
    }
  });
});
