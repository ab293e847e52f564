import { assert } from 'chai';
import { Ingestion, type IngestionPorts } from '../../../application/knowledge/ingestion.ts';
import type { PdfText } from '../../../application/ports/pdf-text.ts';
import { unavailable } from '../../../domain/errors.ts';
import type { KnowledgeDocument } from '../../../domain/knowledge/document.ts';
import { knowledgeDocument } from '../../domain/knowledge/example.ts';
import { fakeEmbedder, fakeEmbedders } from '../../support/fake-embedders.ts';
import { fakePdfText } from '../../support/fake-pdf-text.ts';
import { openPorts, type Ports } from '../../support/world.ts';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

describe('ingestion', () => {
  let ports: Ports;
  beforeEach(async () => {
    ports = await openPorts();
    await ports.organisations.add({
      org_id: 'o1',
      name: 'One',
      created_by_email: 'ada@example.com',
      created_at: '2026-01-01T00:00:00.000Z',
      concurrent_call_limit: null,
    });
  });
  afterEach(() => ports.close());

  const engine = (more: Partial<IngestionPorts> = {}): Ingestion => new Ingestion({ ...ports, ...more });

  const store = async (id: string, text: string): Promise<KnowledgeDocument> => {
    const key = `o1/knowledge/${id}.pdf`;
    await ports.objects.put(key, once(`%PDF-${text}`), { size: 5 + Buffer.byteLength(text), contentType: '' });
    const document = knowledgeDocument({ document_id: id, storage_key: key });
    await ports.knowledge.add(document);
    return document;
  };
  const found = (id: string) => ports.knowledge.find('o1', id);
  const chunks = (id: string) => ports.vectors.count('o1', id);
  const later = (ms: number) => ports.clock.advance(ms);

  it('makes every document searchable, with the page and the file of each passage', async () => {
    await store('a', 'We open at nine.');
    await store('b', `${'A full page of words. '.repeat(40)}\nThe last page.`);
    await engine().tick();
    assert.deepInclude(await found('a'), { status: 'ready', chunk_count: 1, embedding_model: 'fake-2' });
    const { status, chunk_count, updated_at } = (await found('b'))!;
    assert.deepEqual([status, chunk_count], ['ready', await chunks('b')]);
    assert.equal(updated_at, ports.clock.now().toISOString());
    const [vector] = await ports.embedders.current.embed(['We open at nine.'], 'question');
    const question = { vector: vector!, embeddingModel: 'fake-2', documentIds: ['a'], topK: 5 };
    const [hit] = await ports.vectors.query('o1', question);
    assert.deepInclude(hit, { text: 'We open at nine.', page: 1, source_filename: 'Hours.pdf', document_id: 'a' });
  });

  it('fails a document that cannot be read, with the sentence that says why, and goes on', async () => {
    await store('bad', 'hostile');
    await store('empty', ' \n ');
    await store('good', 'words');
    await engine().tick();
    assert.deepInclude(await found('bad'), { status: 'failed', error_message: 'The file cannot be read.' });
    assert.match(String((await found('empty'))?.error_message), /has no text/);
    assert.equal((await found('good'))?.status, 'ready');
  });

  it('tries again when something was away, and gives up in the end', async () => {
    await store('a', 'words');
    const away = { ...fakeEmbedder('fake-2'), embed: () => Promise.reject(unavailable('The model is away')) };
    const ingestion = engine({ embedders: fakeEmbedders(away) });
    for (const wait of [10_000, 60_000, 300_000]) {
      await ingestion.tick();
      assert.equal((await found('a'))?.status, 'processing');
      later(wait - 1);
      await engine().tick();
      assert.equal((await found('a'))?.status, 'processing', 'it is not tried before its time');
      later(2);
    }
    await ingestion.tick();
    assert.deepInclude(await found('a'), { status: 'failed', error_message: 'The model is away' });
    assert.equal(await chunks('a'), 0);
  });

  it('fails a document that ended every process that tried it', async () => {
    await store('a', 'words');
    for (let tries = 0; tries < 4; tries += 1) {
      const now = ports.clock.now();
      const until = new Date(now.getTime() + 15_000).toISOString();
      assert.isNotNull(await ports.knowledge.claim(`dead ${tries}`, until, now.toISOString()));
      later(15_001);
    }
    await engine().tick();
    const { status, error_message } = (await found('a'))!;
    assert.deepEqual([status, /broken off/.test(String(error_message))], ['failed', true]);
  });

  it('takes over what a process left that died, and replaces what that had written', async () => {
    const document = await store('a', 'words');
    const [vector] = await ports.embedders.current.embed(['old'], 'passage');
    const left = { source_filename: 'x', page: 1, text: 'old', embedding_model: 'fake-2', vector: vector! };
    await ports.vectors.upsert('o1', [{ ...left, chunk_id: 'a:7', document_id: document.document_id }]);
    const now = ports.clock.now();
    await ports.knowledge.claim('dead', new Date(now.getTime() + 15_000).toISOString(), now.toISOString());
    await engine().tick();
    assert.equal((await found('a'))?.status, 'processing');
    later(15_001);
    await engine().tick();
    assert.deepInclude(await found('a'), { status: 'ready', chunk_count: 1 });
    assert.equal(await chunks('a'), 1);
  });

  it('shares documents with other processes, each document once', async () => {
    const ids = Array.from({ length: 12 }, (_, at) => `d${at}`);
    for (const id of ids) await store(id, id);
    const read: string[] = [];
    const counting: PdfText = {
      ...fakePdfText(),
      read: (pdf) => (read.push(Buffer.from(pdf).toString()), fakePdfText().read(pdf)),
    };
    await Promise.all([1, 2, 3].map(() => engine({ pdfText: counting }).tick()));
    assert.sameMembers(
      read,
      ids.map((id) => `%PDF-${id}`),
    );
  });

  it('leaves nothing of a document that is deleted meanwhile', async () => {
    await store('a', 'words');
    const embed = fakeEmbedder('fake-2');
    const slow = {
      ...embed,
      embed: async (texts: readonly string[], as: 'passage' | 'question') => {
        await ports.vectors.remove('o1', 'a');
        await ports.knowledge.remove('o1', 'a');
        return embed.embed(texts, as);
      },
    };
    await engine({ embedders: fakeEmbedders(slow) }).tick();
    assert.isNull(await found('a'));
    assert.equal(await chunks('a'), 0);
  });

  it('stops reading a document that another process has by now', async () => {
    await store('a', 'words');
    const hanging = hangingReader();
    const ingestion = engine({ pdfText: hanging.pdfText });
    const ticking = ingestion.tick();
    await hanging.begun;
    await ports.knowledge.settle('a', (await ownerOf('a'))!, { status: 'ready' });
    await ports.clock.advanceAsync(5_001);
    await ticking;
    assert.equal((await found('a'))?.status, 'ready');
  });

  it('holds a document as long as it takes', async () => {
    await store('a', 'words');
    const hanging = hangingReader();
    const ingestion = engine({ pdfText: hanging.pdfText });
    const ticking = ingestion.tick();
    await hanging.begun;
    for (let seconds = 0; seconds < 60; seconds += 4) await ports.clock.advanceAsync(4_000);
    const now = ports.clock.now();
    assert.isNull(await ports.knowledge.claim('other', new Date(now.getTime() + 1).toISOString(), now.toISOString()));
    hanging.finish();
    await ticking;
    assert.equal((await found('a'))?.status, 'ready');
  });

  it('gives a document back when it is stopped, as if it had not been tried', async () => {
    await store('a', 'words');
    const hanging = hangingReader();
    const ingestion = engine({ pdfText: hanging.pdfText });
    const ticking = ingestion.tick();
    await hanging.begun;
    await ingestion.stop();
    await ticking;
    later(1);
    const claimed = await ports.knowledge.claim('other', later60(), ports.clock.now().toISOString());
    assert.equal(claimed?.attempt, 1);
    await ingestion.tick();
  });

  it('removes what belongs to an organisation that is gone', async () => {
    await store('a', 'words');
    await ports.organisations.remove('o1');
    await engine().tick();
    assert.isNull(await found('a'));
    assert.isNull(await ports.objects.size('o1/knowledge/a.pdf'));
  });

  const later60 = (): string => new Date(ports.clock.now().getTime() + 60_000).toISOString();

  /** Who has claimed a document, as the store itself knows. */
  async function ownerOf(id: string): Promise<string | undefined> {
    const stored = await ports.documents.open<{ document_id: string; claimed_by: string }>({
      name: 'knowledge_documents',
      indexes: [],
    });
    return (await stored.findOne({ document_id: id }))?.claimed_by;
  }
});

/** A reader that reads until it is told to finish, or to stop. */
function hangingReader() {
  let begin = (): void => undefined;
  let finish = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const pdfText: PdfText = {
    async read(pdf, signal) {
      begin();
      const stopped = new Promise<void>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      await Promise.race([finished, stopped]);
      return fakePdfText().read(pdf);
    },
    close: async () => undefined,
  };
  return { pdfText, begun, finish: () => finish() };
}
