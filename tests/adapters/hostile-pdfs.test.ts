import { assert } from 'chai';
import { unpdfText } from '../../adapters/pdf-text/unpdf.ts';
import { readConfig } from '../../bootstrap/config.ts';
import { endOf, hostilePdfs } from '../support/hostile-pdfs.ts';

/** A sample of what `npm run bench:hostile` tries. */
const SAMPLE = 16;
/** Less than is usual, for the sake of those that never end. */
const READING_MS = 2_000;

describe('hostile PDFs', function () {
  this.timeout(300_000);

  it('are each read or refused with a sentence, and the next one is read all the same', async () => {
    const reader = unpdfText({ ...readConfig({}, ['api']).knowledge.reading, ms: READING_MS });
    const sentences: string[] = [];
    for (const pdf of await hostilePdfs(SAMPLE)) {
      const { refusal } = await endOf(reader, pdf);
      if (refusal !== null) sentences.push(refusal);
    }
    await reader.close();
    assert.isAtLeast(sentences.length, SAMPLE / 2);
    for (const sentence of sentences) assert.match(sentence, /^(The (PDF|file)|Reading the PDF) .+\.$/);
  });
});
