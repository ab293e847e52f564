import { assert } from 'chai';
import type { FoundChunk } from '../../application/ports/vectors.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { MediaType } from '../../domain/knowledge/document-type.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import type { Answer } from '../support/client.ts';
import { fileForm, sendForm } from '../support/contact-lists.ts';
import { openWorld, type World } from '../support/world.ts';

const PAGE = '<!doctype html><h1>Hours</h1><script>alert(1)</script>';
/** A file of each type, and how it is stored and sent. */
const FILES: readonly (readonly [
  filename: string,
  content: string,
  ending: string,
  mediaType: MediaType,
  sent: RegExp,
])[] = [
  ['Hours.pdf', '%PDF-1.7 Hours', 'pdf', 'application/pdf', /^application\/pdf$/],
  [
    'Hours.DOCX',
    'PK\u0003\u0004 Hours',
    'docx',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    /wordprocessingml\.document$/,
  ],
  ['Hours.htm', PAGE, 'html', 'text/html', /^text\/plain$/],
  ['Hours.md', '# Hours', 'md', 'text/markdown', /^text\/markdown$/],
  ['Hours.txt', 'Hours', 'txt', 'text/plain', /^text\/plain$/],
  ['Hours.csv', 'question,answer', 'csv', 'text/csv', /^text\/csv$/],
];

describe('documents of several types over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  const upload = (content: string, filename: string): Promise<Answer> =>
    sendForm(world, fixture.token, fileForm(content, filename), '/knowledge/upload');
  const find = async (id: string): Promise<KnowledgeDocument> => {
    const all = (await fixture.ask('GET', '/knowledge')).body as KnowledgeDocument[];
    return all.find(({ document_id }) => document_id === id) ?? assert.fail('The document is not listed');
  };

  for (const [filename, content, ending, mediaType, sent] of FILES)
    it(`are stored with their type and sent back so that no browser runs them: ${filename}`, async () => {
      const stored = await upload(content, filename);
      assert.equal(stored.status, 201, stored.text);
      const { document_id: id } = stored.body as KnowledgeDocument;
      assert.deepInclude(await find(id), {
        media_type: mediaType,
        storage_key: `${fixture.org_id}/knowledge/${id}.${ending}`,
      });
      const file = await fixture.ask('GET', `/knowledge/${id}/preview`);
      assert.equal(file.text, content);
      assert.match(file.headers.get('content-type') ?? '', sent);
      assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
      const how = ending === 'pdf' ? 'inline' : 'attachment';
      assert.match(file.headers.get('content-disposition') ?? '', new RegExp(`^${how}; filename="${filename}"`));
    });

  it('are found under their headings, and cited with them', async () => {
    const stored = await upload('# Opening hours\nAt nine.\n# Prices\nFree.', 'house.md');
    const { document_id: id } = stored.body as KnowledgeDocument;
    await world.ports.ingestion.tick();
    assert.deepInclude(await find(id), { status: 'ready', chunk_count: 2 });
    const body = { question: 'Opening hours\nAt nine.', document_ids: [id] };
    const { chunks } = (await fixture.ask('POST', '/knowledge/ask', { body })).body as { chunks: FoundChunk[] };
    assert.deepInclude(chunks[0], {
      source_filename: 'house.md',
      page: null,
      heading: 'Opening hours',
      text: 'At nine.',
    });
    assert.equal(chunks[0]?.distance, 0);
  });

  it('say which pages of a PDF have no text', async () => {
    const { document_id: id } = (await upload('%PDF-words\n \n ', 'partly-scanned.pdf')).body as KnowledgeDocument;
    await world.ports.ingestion.tick();
    const document = await find(id);
    assert.equal(document.status, 'ready');
    assert.match(document.notice ?? '', /^Pages without text: 2–3 \(2 of 3\)\. If they are scanned/);
  });

  it('fail with a message that suits them when they have no text', async () => {
    const { document_id: id } = (await upload(' ', 'blank.txt')).body as KnowledgeDocument;
    await world.ports.ingestion.tick();
    const reason = 'The file contains no text. Text in images is not read.';
    assert.deepInclude(await find(id), { status: 'failed', error_message: reason });
  });

  const WRONG: readonly (readonly [content: string, filename: string, says: RegExp])[] = [
    ['words', 'Hours.exe', /must end in \.pdf, \.docx, .+ or \.csv$/],
    ['words', 'Hours.doc', /save the document as \.docx/],
    ['words', 'Hours.docx', /not a Word document/],
    ['%PDF-1.7', 'Hours.txt', /its name must end in \.pdf/],
    ['a\0b', 'faq.csv', /its content is not text/],
    ['', 'empty.md', /empty/],
  ];
  for (const [content, filename, says] of WRONG)
    it(`are refused with 400 and what to do: ${filename} with ${JSON.stringify(content)}`, async () => {
      const answer = await upload(content, filename);
      assert.equal(answer.status, 400, answer.text);
      assert.match(String(answer.detail), says);
    });
});
