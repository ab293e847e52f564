import { assert } from 'chai';
import { removeDocument } from '../../../application/knowledge/delete-document.ts';
import { unavailable } from '../../../domain/errors.ts';
import { fakeEmbedder, fakeEmbedders } from '../../support/fake-embedders.ts';
import { ingestionWorld } from './ingestion-world.ts';

describe('ingestion', () => {
  let world: Awaited<ReturnType<typeof ingestionWorld>>;
  beforeEach(async () => (world = await ingestionWorld()));

  it('makes every document searchable, with page and file of each chunk', async () => {
    const { ports, engine, store, found, chunks } = world;
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

  it('puts every document into the text index, and removes it with the document', async () => {
    const { ports, engine, store } = world;
    await store('a', 'We open at nine.');
    await engine().tick();
    const search = () => ports.textIndex.search('o1', { question: 'nine', documentIds: ['a'], topK: 5 });
    assert.deepEqual(await search(), { chunkIds: ['a:0'], unindexed: [] });
    await removeDocument(ports, { org_id: 'o1', document_id: 'a' });
    assert.deepEqual(await search(), { chunkIds: [], unindexed: ['a'] });
  });

  it('fails an unreadable document with the reason and continues', async () => {
    const { engine, store, found } = world;
    await store('bad', 'hostile');
    await store('empty', ' \n ');
    await store('good', 'words');
    await engine().tick();
    assert.deepInclude(await found('bad'), { status: 'failed', error_message: 'The file cannot be read.' });
    assert.match(String((await found('empty'))?.error_message), /contains no text/);
    assert.equal((await found('good'))?.status, 'ready');
  });

  it('fails a document with more passages than the quota leaves, which keeps none of them', async () => {
    const { ports, engine, store, found, chunks } = world;
    ports.limits.quotas = { ...ports.limits.quotas, passages: 40 };
    const long = Array.from({ length: 39 }, (_, at) => `# Part ${at}\nWords of part ${at}.`).join('\n');
    const embedded: number[] = [];
    const embedder = fakeEmbedder('fake-2');
    const embed: typeof embedder.embed = (texts, as, signal) => (
      as === 'passage' && embedded.push(texts.length),
      embedder.embed(texts, as, signal)
    );
    const ingestion = engine({ embedders: fakeEmbedders({ ...embedder, embed }) });
    for (const id of ['a', 'b']) {
      await store(id, long, 'o1', { media_type: 'text/markdown' });
      await ingestion.tick();
    }
    assert.deepInclude(await found('a'), { status: 'ready', chunk_count: 39 });
    const { status, error_message } = (await found('b'))!;
    assert.deepEqual(
      [status, error_message?.slice(0, 56)],
      ['failed', 'The quota passages does not allow this: 39 of 40 passage'],
    );
    assert.deepEqual(embedded, [32, 7], 'nothing that is refused is paid for');
    assert.equal(await chunks('b'), 0);
  });

  it('says which pages of a ready document have no text', async () => {
    const { engine, store, found } = world;
    await store('partly', 'words\n \nwords');
    await store('whole', 'words\nwords');
    await engine().tick();
    assert.match((await found('partly'))?.notice ?? '', /^Pages without text: 2 \(1 of 3\)\./);
    assert.notProperty(await found('whole'), 'notice');
  });

  it('retries after outages, up to a limit', async () => {
    const { engine, store, found, chunks, later } = world;
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

  it('leaves nothing of a document deleted during processing', async () => {
    const { ports, engine, store, found, chunks } = world;
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

  it('fails a document of a deleted organisation without embedding it and keeps its record and PDF', async () => {
    const { ports, engine, store, found, chunks } = world;
    await store('a', 'words');
    await ports.organisations.remove('o1');
    let embedded = 0;
    const counting = { ...fakeEmbedder('fake-2'), embed: async () => ((embedded += 1), []) };
    await engine({ embedders: fakeEmbedders(counting) }).tick();
    const why = 'The document was not processed: its organisation was deleted.';
    assert.deepInclude(await found('a'), { status: 'failed', error_message: why });
    assert.deepEqual([embedded, await chunks('a')], [0, 0]);
    assert.isNotNull(await ports.objects.size('o1/knowledge/a.pdf'));
  });
});
