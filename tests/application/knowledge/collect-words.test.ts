import { assert } from 'chai';
import { wordCollector } from '../../../application/knowledge/collect-words.ts';
import { deleteDocument } from '../../../application/knowledge/delete-document.ts';
import { textTables } from '../../../adapters/documents/text-index-tables.ts';
import type { IndexedDocument } from '../../../application/ports/text-index.ts';
import { unavailable } from '../../../domain/errors.ts';
import { toFailed, toReady } from '../../../domain/knowledge/document.ts';
import { knowledgeDocument } from '../../domain/knowledge/example.ts';
import { ingestionWorld } from './ingestion-world.ts';

describe('the collection of words that belong to no document', () => {
  let world: Awaited<ReturnType<typeof ingestionWorld>>;
  beforeEach(async () => (world = await ingestionWorld()));

  const collector = (more: Partial<Parameters<typeof wordCollector>[0]> = {}) =>
    wordCollector({ ...world.ports, ...more });

  /** An indexed document, `ready` unless its state says otherwise. */
  async function keep(id: string, text: string, state: object = {}, orgId = 'o1'): Promise<void> {
    const { ports } = world;
    const ready = toReady(1, 'fake-2', ports.clock.now());
    await ports.knowledge.add(knowledgeDocument({ document_id: id, org_id: orgId, ...ready, ...state }));
    await ports.textIndex.put(orgId, id, [text]);
  }

  const stored = async (): Promise<string[]> =>
    (await world.ports.textIndex.documents(null, 1_000)).map(({ org_id, document_id }) => `${org_id} ${document_id}`);

  it('removes those of documents that a version without a text index deleted, and of failed ones', async () => {
    await keep('a', 'pool');
    await keep('b', 'sauna', {}, 'o2');
    await keep('failed', 'lamp', toFailed('no', new Date(0)));
    await keep('new', 'garden', { status: 'processing' });
    // It knows of no text index.
    await world.ports.knowledge.remove('o1', 'a');
    await collector().tick();
    assert.deepEqual(await stored(), ['o1 new', 'o2 b']);
    const events = world.ports.logged.filter(({ event }) => event === 'knowledge.words_collected');
    assert.sameMembers(
      events.map((each) => each['document_id']),
      ['a', 'failed'],
    );
  });

  it('removes those of a document that was deleted during its indexing by a process that died before it had swept', async () => {
    const { engine, ports, store } = world;
    await store('a', 'words');
    const textIndex = {
      ...ports.textIndex,
      async put(...of: Parameters<typeof ports.textIndex.put>) {
        await ports.knowledge.remove('o1', 'a');
        await ports.textIndex.put(...of);
      },
    };
    const died = { ...ports.knowledge, find: () => Promise.reject(unavailable('The process is dead')) };
    await engine({ textIndex, knowledge: died }).tick();
    assert.deepEqual(await stored(), ['o1 a']);
    await collector().tick();
    assert.isEmpty(await stored());
  });

  it('removes those that an interrupted writer of a document left, and no others', async () => {
    const { documents } = world.ports;
    await keep('a', 'pool');
    const { documents: indexed, postings } = await textTables(documents);
    const row = (build: string) => ({
      ...{ org_id: 'o1', document_id: 'a', build, term: 'old', part: 0, chunks: 1, postings: '' },
    });
    await indexed.change({ org_id: 'o1', document_id: 'a' }, { writing: 'live' });
    await postings.insertAll([row('dead'), row('live')]);
    await collector().tick();
    const builds = (await postings.find({ org_id: 'o1' })).map(({ build, term }) =>
      term === 'pool' ? 'found' : build,
    );
    assert.sameMembers(builds, ['found', 'live']);
  });

  it('looks once an hour, in one process', async () => {
    const looks: unknown[] = [];
    const { textIndex } = world.ports;
    const counting = {
      ...textIndex,
      documents: (...of: [IndexedDocument | null, number]) => (looks.push(of), textIndex.documents(...of)),
    };
    const [one, other] = [collector({ textIndex: counting }), collector({ textIndex: counting })];
    await Promise.all([one.tick(), other.tick()]);
    world.later(3_599_000);
    await other.tick();
    assert.lengthOf(looks, 1);
    world.later(2_000);
    await other.tick();
    assert.lengthOf(looks, 2);
  });

  it('continues where a process died, after its claim', async () => {
    const { textIndex } = world.ports;
    const { postings } = await textTables(world.ports.documents);
    const row = { org_id: 'gone', build: 'x', term: 'pool', part: 0, chunks: 1, postings: '' };
    const ids = Array.from({ length: 60 }, (_, at) => `d${String(at).padStart(2, '0')}`);
    await postings.insertAll(ids.map((document_id) => ({ ...row, document_id })));
    let die = (): void => undefined;
    const dead = new Promise<void>((resolve) => (die = resolve));
    const dying = {
      ...textIndex,
      documents: (...of: [IndexedDocument | null, number]) =>
        of[0] === null ? textIndex.documents(...of) : (die(), new Promise<never>(() => undefined)),
    };
    void collector({ textIndex: dying, clock: { ...world.ports.clock, after: () => () => undefined } }).tick();
    await dead;
    const looks: unknown[] = [];
    const watching = {
      ...textIndex,
      documents: (...of: [IndexedDocument | null, number]) => (looks.push(of[0]), textIndex.documents(...of)),
    };
    await collector({ textIndex: watching }).tick();
    assert.isEmpty(looks, 'the claim of the other is not over');
    world.later(15_001);
    await collector({ textIndex: watching }).tick();
    assert.deepEqual(looks, [{ org_id: 'gone', document_id: 'd49' }]);
    assert.isEmpty(await stored());
  });

  it('tries again a minute after a failure', async () => {
    const { ports } = world;
    await keep('a', 'pool', toFailed('no', new Date(0)));
    const away = { ...ports.textIndex, documents: () => Promise.reject(unavailable('The store is away')) };
    await collector({ textIndex: away }).tick();
    await collector().tick();
    assert.lengthOf(await stored(), 1);
    world.later(60_001);
    await collector().tick();
    assert.isEmpty(await stored());
  });

  it('removes soon what the deletion of a large document left', async () => {
    const { ports } = world;
    const words = Array.from({ length: 600 }, (_, at) => `word${at}`).join(' ');
    await keep('a', words);
    const textIndex = { ...ports.textIndex, remove: (org: string, id: string) => ports.textIndex.remove(org, id, 1) };
    const collecting = collector();
    await collecting.tick();
    const principal = { org_id: 'o1', role: 'admin' } as never;
    await deleteDocument({ ...ports, textIndex, wordCollector: collecting })(principal, 'a');
    assert.isNull(await world.found('a'));
    await collecting.tick();
    assert.isEmpty(await stored());
  });
});
