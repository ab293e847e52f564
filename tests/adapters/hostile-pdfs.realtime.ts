import { assert } from 'chai';
import { sandboxedReader } from '../../adapters/document-text/sandboxed.ts';
import { readConfig } from '../../bootstrap/config.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import { client } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { damagedPdfs, endOf, harmfulPdfs, soundBases, type ReadingResult } from './document-parsers/hostile-pdfs.ts';
import { pdfOf } from '../support/pdf-files.ts';
import { openPlatform } from '../support/platform.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

/** A sample of what `npm run bench:hostile` tries and times. */
const SAMPLE = 8;
/** Less than is usual, for the sake of those that never end. In seconds. */
const READING_SECONDS = 1;
/** Readers have a low priority: while other programs use every core, a second of work takes more than ten times as long. */
const READ_MS = 900_000;
const SENTENCE = /^(The (PDF|file)|Reading the PDF) .+\.$/;

describe('hostile PDFs', function () {
  this.timeout(1_000_000);

  it('that are damaged are each read or refused with a sentence, and sound ones are read after them', async () => {
    const limits = { ...readConfig({}, ['api']).knowledge.reading, ms: READING_SECONDS * 1000 };
    const reader = sandboxedReader(limits);
    atEndOfTest(() => reader.close());
    const endings: ReadingResult[] = [];
    for (const pdf of damagedPdfs(SAMPLE, await soundBases())) endings.push(await endOf(reader, pdf));
    assert.isNull((await endOf(reader, await pdfOf('Sound still.'))).refusal);
    const refusals = endings.flatMap(({ refusal }) => refusal ?? []);
    for (const refusal of refusals) assert.match(refusal, SENTENCE);
    assert.isAtLeast(refusals.length, SAMPLE / 4);
  });

  it('that are made to do harm end failed with a sentence, while the API answers', async () => {
    const platform = await openPlatform({ services: ['api'], env: { KB_READING_SECONDS: `${READING_SECONDS}` } });
    const api = client(new URL(platform.apiBaseUrl).origin);
    const tokens: string[] = [];
    for (const email of ['ada@example.com', 'eve@example.com']) {
      const account = { email, password: 'correct horse', organisation_name: email };
      const { body } = await api.ask('POST', '/api/v1/users/signup', { body: account });
      tokens.push((body as { access_token: string }).access_token);
    }
    const harmful = harmfulPdfs();
    for (const [at, pdf] of harmful.entries()) {
      const form = fileForm(pdf, `Harmful ${at}.pdf`);
      assert.equal((await sendForm(api, tokens[at % 2]!, form, '/knowledge/upload')).status, 201);
    }
    const documents = await eventually(
      async () => {
        const seen: KnowledgeDocument[] = [];
        for (const token of tokens) {
          seen.push(...((await api.ask('GET', '/api/v1/knowledge', { token })).body as KnowledgeDocument[]));
        }
        return seen.every(({ status }) => status !== 'processing') ? seen : null;
      },
      'the end of all ingestion',
      READ_MS,
    );
    assert.lengthOf(documents, harmful.length);
    for (const { status, error_message } of documents) {
      assert.equal(status, 'failed');
      assert.match(String(error_message), SENTENCE);
    }
  });
});
