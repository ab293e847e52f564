import { assert } from 'chai';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import type { DocumentText } from '../../application/ports/document-text.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { DomainError } from '../../domain/errors.ts';
import { docxOf, paragraph } from './document-parsers/docx-files.ts';
import { hostileDocuments } from './document-parsers/hostile-documents.ts';

const SENTENCE = /^(The file|Reading the file) .+\.$/;

describe('hostile documents', function () {
  // Readers have a low priority: while other programs use every core, a second of work takes more than ten times as long.
  this.timeout(900_000);
  let reader: DocumentText;
  before(() => {
    const { reading } = readConfig({}, ['api']).knowledge;
    reader = sandboxedReader({ ...reading, ms: 1_500, memoryBytes: 256 * 2 ** 20 });
  });
  after(() => reader.close());

  for (const { what, type, file, says } of hostileDocuments())
    it(`are each read or refused with a sentence: ${what} (${type})`, async () => {
      const refusal = await reader.read(file, type).then(
        () => null,
        (error: unknown) => {
          if (error instanceof DomainError && error.problem === 'invalid') return error.message;
          throw error;
        },
      );
      if (refusal !== null) assert.match(refusal, SENTENCE);
      if (says) assert.match(refusal ?? 'It was read.', says);
    });

  it('leave the reader able to read sound ones', async () => {
    const blocks = await reader.read(docxOf(paragraph('Still here.')), 'docx');
    assert.deepEqual(blocks, [{ kind: 'text', page: null, text: 'Still here.' }]);
  });
});
