import { assert } from 'chai';
import type { DocumentText } from '../../../application/ports/document-text.ts';
import { unavailable } from '../../../domain/errors.ts';
import type { KnowledgeDocument } from '../../../domain/knowledge/document.ts';
import { fakeDocumentText } from '../../support/fake-document-text.ts';
import { hangingReader, ingestionWorld } from './ingestion-world.ts';
import type { Ports } from '../../support/world.ts';

type FinishClaim = Ports['knowledge']['finishClaim'];
type Release = Ports['knowledge']['releaseClaim'];

describe('ingestion in several processes', () => {
  let world: Awaited<ReturnType<typeof ingestionWorld>>;
  beforeEach(async () => (world = await ingestionWorld()));

  it('fails a document that crashed every process', async () => {
    const { ports, engine, store, found, later } = world;
    await store('a', 'words');
    for (let tries = 0; tries < 4; tries += 1) {
      const now = ports.clock.now();
      const until = new Date(now.getTime() + 15_000).toISOString();
      assert.isNotNull(await ports.knowledge.claim('o1', `dead ${tries}`, until, now.toISOString()));
      later(15_001);
    }
    await engine().tick();
    const { status, error_message } = (await found('a'))!;
    assert.deepEqual([status, /interrupted/.test(String(error_message))], ['failed', true]);
  });

  it('takes over the documents of a dead process and replaces its writes', async () => {
    const { ports, engine, store, found, chunks, later } = world;
    const document = await store('a', 'words');
    const [vector] = await ports.embedders.current.embed(['old'], 'passage');
    const left = {
      source_filename: 'x',
      page: 1,
      heading: null,
      text: 'old',
      embedding_model: 'fake-2',
      vector: vector!,
    };
    await ports.vectors.upsert('o1', [{ ...left, chunk_id: 'a:7', document_id: document.document_id }]);
    const now = ports.clock.now();
    await ports.knowledge.claim('o1', 'dead', new Date(now.getTime() + 15_000).toISOString(), now.toISOString());
    await engine().tick();
    assert.equal((await found('a'))?.status, 'processing');
    later(15_001);
    await engine().tick();
    assert.deepInclude(await found('a'), { status: 'ready', chunk_count: 1 });
    assert.equal(await chunks('a'), 1);
  });

  it('shares documents with other processes, each document once', async () => {
    const { engine, store } = world;
    const ids = Array.from({ length: 12 }, (_, at) => `d${at}`);
    for (const id of ids) await store(id, id);
    const read: string[] = [];
    const counting: DocumentText = {
      ...fakeDocumentText(),
      read: (file, type) => (read.push(Buffer.from(file).toString()), fakeDocumentText().read(file, type)),
    };
    await Promise.all([1, 2, 3].map(() => engine({ documentText: counting }).tick()));
    assert.sameMembers(
      read,
      ids.map((id) => `%PDF-${id}`),
    );
  });

  it('stops reading a document that another process has claimed', async () => {
    const { ports, engine, store, found } = world;
    await store('a', 'words');
    const hanging = hangingReader();
    const ingestion = engine({ documentText: hanging.documentText });
    const ticking = ingestion.tick();
    await hanging.started;
    await ports.knowledge.finishClaim('a', (await ownerOf('a'))!, { status: 'ready' });
    await ports.clock.advanceAsync(5_001);
    await ticking;
    assert.equal((await found('a'))?.status, 'ready');
  });

  it('drops a document whose claim expired before its renewal and claims it again', async () => {
    const { ports, engine, store, found, later } = world;
    await store('a', 'words');
    const { waiting } = ports.clock;
    const hanging = hangingReader();
    const knowledge = { ...ports.knowledge, renewClaim: () => Promise.reject(unavailable('The store is away')) };
    const ingestion = engine({ documentText: hanging.documentText, knowledge });
    const ticking = ingestion.tick();
    await hanging.started;
    await ports.clock.advanceAsync(14_999);
    assert.isEmpty(hanging.reasons);
    await ports.clock.advanceAsync(1);
    assert.lengthOf(hanging.reasons, 1);
    await ticking;
    assert.equal((await found('a'))?.status, 'processing');
    later(1);
    await engine().tick();
    assert.equal((await found('a'))?.status, 'ready');
    assert.equal(ports.clock.waiting, waiting, 'nothing is renewed any more');
  });

  it('continues with the next document when another process has claimed a failed one', async () => {
    const { ports, engine, store, found } = world;
    await store('bad', 'hostile');
    await store('good', 'words');
    const lost = async (id: string, owner: string, change: Partial<KnowledgeDocument>) =>
      id !== 'bad' && ports.knowledge.finishClaim(id, owner, change);
    await engine({ knowledge: { ...ports.knowledge, finishClaim: lost } }).tick();
    assert.equal((await found('bad'))?.status, 'processing');
    assert.equal((await found('good'))?.status, 'ready');
  });

  it('continues with the next document when a result cannot be stored', async () => {
    const { ports, engine, store, found, chunks, later } = world;
    await store('a', 'words');
    await store('b', 'words');
    const away = (id: string) => (id === 'a' ? Promise.reject(unavailable('The store is away')) : null);
    const finishClaim: FinishClaim = (id, ...how) => away(id) ?? ports.knowledge.finishClaim(id, ...how);
    const releaseClaim: Release = (id, ...how) => away(id) ?? ports.knowledge.releaseClaim(id, ...how);
    await engine({ knowledge: { ...ports.knowledge, finishClaim, releaseClaim } }).tick();
    assert.equal((await found('b'))?.status, 'ready');
    later(15_001);
    await engine().tick();
    assert.deepInclude(await found('a'), { status: 'ready', chunk_count: 1 });
    assert.equal(await chunks('a'), 1);
  });

  it('renews the claim during processing', async () => {
    const { ports, engine, store, found } = world;
    await store('a', 'words');
    const hanging = hangingReader();
    const ingestion = engine({ documentText: hanging.documentText });
    const ticking = ingestion.tick();
    await hanging.started;
    for (let seconds = 0; seconds < 60; seconds += 4) await ports.clock.advanceAsync(4_000);
    const now = ports.clock.now();
    assert.isNull(
      await ports.knowledge.claim('o1', 'other', new Date(now.getTime() + 1).toISOString(), now.toISOString()),
    );
    hanging.finish();
    await ticking;
    assert.equal((await found('a'))?.status, 'ready');
  });

  it('releases a document on shutdown without counting the attempt', async () => {
    const { ports, engine, store, later } = world;
    await store('a', 'words');
    const hanging = hangingReader();
    const ingestion = engine({ documentText: hanging.documentText });
    const ticking = ingestion.tick();
    await hanging.started;
    await ingestion.stop();
    await ticking;
    later(1);
    const claimed = await ports.knowledge.claim('o1', 'other', later60(), ports.clock.now().toISOString());
    assert.equal(claimed?.attempt, 1);
    await ingestion.tick();
  });

  const later60 = (): string => new Date(world.ports.clock.now().getTime() + 60_000).toISOString();

  /** Who has claimed a document, as the store itself knows. */
  async function ownerOf(id: string): Promise<string | undefined> {
    const stored = await world.ports.documents.open<{ document_id: string; claimed_by: string }>({
      name: 'knowledge_documents',
      indexes: [],
    });
    return (await stored.findOne({ document_id: id }))?.claimed_by;
  }
});
