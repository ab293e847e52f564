import { assert } from 'chai';
import type { TextIndex } from '../../../application/ports/text-index.ts';
import { unavailable } from '../../../domain/errors.ts';
import { documentEraser } from '../../../application/knowledge/erase-documents.ts';
import { CALIBRATION_VERSION } from '../../../domain/knowledge/calibration.ts';
import { toReady } from '../../../domain/knowledge/document.ts';
import { knowledgeDocument } from '../../domain/knowledge/example.ts';
import { ingestionWorld } from './ingestion-world.ts';

describe('documents of versions that did not index or measure them', () => {
  let world: Awaited<ReturnType<typeof ingestionWorld>>;
  beforeEach(async () => (world = await ingestionWorld()));

  /** A ready document with these chunks, as earlier versions stored it. */
  async function keep(id: string, texts: readonly string[], orgId = 'o1'): Promise<void> {
    const { ports } = world;
    const ready = toReady(texts.length, 'fake-2', ports.clock.now());
    await ports.knowledge.add(knowledgeDocument({ document_id: id, org_id: orgId, ...ready }));
    const vectors = await ports.embedders.current.embed(texts, 'passage');
    const known = { document_id: id, source_filename: 'Hours.pdf', page: 1, heading: null, embedding_model: 'fake-2' };
    await ports.vectors.upsert(
      orgId,
      texts.map((text, at) => ({ ...known, chunk_id: `${id}:${at}`, text, vector: vectors[at]! })),
    );
  }

  const search = (question: string, ...documentIds: string[]) =>
    world.ports.textIndex.search('o1', { question, documentIds, topK: 5 });

  it('are added to the text index and measured, otherwise unchanged, and once', async () => {
    const { engine, found, ports } = world;
    const texts = Array.from({ length: 12 }, (_, at) => `chunk${at}`);
    await keep('a', texts);
    await keep('b', ['pool']);
    const before = await found('a');
    let puts = 0;
    const textIndex: TextIndex = { ...ports.textIndex, put: (...of) => ((puts += 1), ports.textIndex.put(...of)) };
    await engine({ textIndex }).tick();
    await engine({ textIndex }).tick();
    assert.deepEqual(await search('chunk11 pool', 'a', 'b'), { chunkIds: ['a:11', 'b:0'], unindexed: [] });
    const { calibration, ...after } = (await found('a'))!;
    assert.deepEqual(after, before);
    assert.equal(calibration?.version, CALIBRATION_VERSION);
    assert.equal(puts, 2);
  });

  it('wait for uploaded documents', async () => {
    const { engine, store, ports } = world;
    await keep('old', ['pool']);
    await store('new', 'garden');
    const order: string[] = [];
    const textIndex: TextIndex = {
      ...ports.textIndex,
      put: (org, id, texts) => (order.push(id), ports.textIndex.put(org, id, texts)),
    };
    await engine({ textIndex }).tick();
    assert.deepEqual(order, ['new', 'old', 'new'], 'the new one is measured after the upload');
  });

  it('wait for uploaded documents of other organisations, and are looked for only now and then', async () => {
    const { engine, store, organise, ports } = world;
    for (const org of ['o2', 'o3', 'o4', 'o5', 'o9']) await organise(org);
    for (let at = 0; at < 4; at += 1)
      for (const org of ['o1', 'o2', 'o3', 'o4', 'o5']) await keep(`${org}-${at}`, ['pool'], org);
    await store('new', 'garden', 'o9');
    const order: string[] = [];
    const textIndex: TextIndex = {
      ...ports.textIndex,
      put: (org, id, texts) => (order.push(id), ports.textIndex.put(org, id, texts)),
    };
    let looks = 0;
    const knowledge: typeof ports.knowledge = {
      ...ports.knowledge,
      organisationsWithPending: (now, work) => (
        (looks += Number(work === 'unindexed')),
        ports.knowledge.organisationsWithPending(now, work)
      ),
    };
    await engine({ textIndex, knowledge }).tick();
    // The new one is measured in this round or in the next.
    assert.lengthOf([...new Set(order)], 21);
    assert.isBelow(order.indexOf('new'), 2);
    assert.equal(looks, 1);
  });

  it('wait for chunks that are not stored yet, as after a backup whose documents were restored first', async () => {
    const { engine, later, ports } = world;
    await keep('a', ['pool']);
    await ports.knowledge.add(knowledgeDocument({ document_id: 'b', ...toReady(2, 'fake-2', ports.clock.now()) }));
    await engine().tick();
    assert.deepEqual(await search('garden', 'a', 'b'), { chunkIds: [], unindexed: ['b'] });
    await ports.knowledge.remove('o1', 'b');
    await keep('b', ['garden', 'garden']);
    later(60_001);
    await engine().tick();
    assert.deepEqual(await search('garden', 'a', 'b'), { chunkIds: ['b:0', 'b:1'], unindexed: [] });
  });

  it('stay ready after failures, and are tried again a minute later, however often', async () => {
    const { engine, found, later, ports } = world;
    await keep('a', ['pool']);
    const away = { ...ports.textIndex, put: () => Promise.reject(unavailable('The document store is away')) };
    for (let tries = 0; tries < 6; tries += 1) {
      await engine({ textIndex: away }).tick();
      assert.equal((await found('a'))?.status, 'ready');
      assert.include(
        ports.logged.map(({ event }) => event),
        'knowledge.not_indexed',
      );
      later(59_999);
      await engine().tick();
      assert.deepEqual((await search('pool', 'a')).unindexed, ['a'], 'it is not tried before its time');
      later(2);
    }
    await engine().tick();
    assert.deepEqual((await search('pool', 'a')).chunkIds, ['a:0']);
  });

  it('are taken over from a process that died', async () => {
    const { engine, later, ports } = world;
    await keep('a', ['pool']);
    const now = ports.clock.now();
    await ports.knowledge.claim('o1', 'dead', new Date(now.getTime() + 15_000).toISOString(), now.toISOString());
    await engine().tick();
    assert.deepEqual((await search('pool', 'a')).unindexed, ['a']);
    later(15_001);
    await engine().tick();
    assert.isEmpty((await search('pool', 'a')).unindexed);
  });

  it('are released at shutdown', async () => {
    const { engine, ports } = world;
    await keep('a', ['pool']);
    let begin = (): void => undefined;
    const started = new Promise<void>((resolve) => (begin = resolve));
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const slow: TextIndex = { ...ports.textIndex, put: () => (begin(), finished) };
    const ingestion = engine({ textIndex: slow });
    const ticking = ingestion.tick();
    await started;
    const stopping = ingestion.stop();
    finish();
    await Promise.all([ticking, stopping]);
    await ports.clock.advanceAsync(1);
    await engine().tick();
    assert.deepEqual((await search('pool', 'a')).chunkIds, ['a:0']);
  });

  it('leave nothing after a deletion during indexing', async () => {
    const { engine, ports } = world;
    await keep('a', ['pool']);
    const deleting: TextIndex = {
      ...ports.textIndex,
      async put(org, id, texts) {
        await ports.knowledge.remove(org, id);
        await ports.textIndex.put(org, id, texts);
      },
    };
    await engine({ textIndex: deleting }).tick();
    assert.deepEqual(await search('pool', 'a'), { chunkIds: [], unindexed: ['a'] });
    assert.equal(await ports.vectors.count('o1', 'a'), 0);
  });

  it('leave no words of an organisation that is erased after such a version deleted them', async () => {
    const { engine, ports } = world;
    await keep('a', ['sauna']);
    await keep('other', ['pool'], 'o2');
    await engine().tick();
    // It knows of no text index.
    await ports.vectors.remove('o1', 'a');
    await ports.knowledge.remove('o1', 'a');
    await documentEraser(ports).eraseAll('o1', { erased: () => Promise.resolve() } as never);
    const { text_documents: documents, text_postings: postings } = await ports.documents.everything();
    assert.deepEqual([documents?.length, postings?.length], [1, 1]);
    assert.deepEqual(
      [documents, postings].flat().map((each) => (each as { org_id: string }).org_id),
      ['o2', 'o2'],
    );
  });
});
