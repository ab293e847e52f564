import { assert } from 'chai';
import type { DocumentStore } from '../../../adapters/documents/collection.ts';
import { documentTextIndex } from '../../../adapters/documents/text-index.ts';
import type { StoredPostings } from '../../../adapters/documents/text-index-tables.ts';
import { DAY_MS, HOURS, LATER_HOURS, URL_OF_PAGE, pageWorld } from './page-world.ts';

describe('the words of web pages', () => {
  it('are written into the text index once for each content', async () => {
    const world = await pageWorld();
    const { store, builds } = withBuilds(world.ports.documents);
    const worker = world.worker({ textIndex: await documentTextIndex(store) });
    world.pages.set(URL_OF_PAGE, HOURS);
    const id = await world.add(URL_OF_PAGE, 'daily');
    for (const [at, content] of [HOURS, LATER_HOURS].entries()) {
      world.pages.set(URL_OF_PAGE, content);
      world.later(DAY_MS + 1);
      await worker.tick();
      assert.lengthOf(builds, at + 1);
      assert.equal((await world.found(id)).chunk_count, at + 1);
    }
  });
});

/** The store, and which writers wrote rows of the text index into it, in their order. */
function withBuilds(store: DocumentStore): { store: DocumentStore; builds: string[] } {
  const builds: string[] = [];
  const open: DocumentStore['open'] = async (definition) => {
    const collection = await store.open(definition);
    if (definition.name !== 'text_postings') return collection;
    const insertAll: typeof collection.insertAll = (rows) => {
      for (const { build } of rows as readonly StoredPostings[]) if (!builds.includes(build)) builds.push(build);
      return collection.insertAll(rows);
    };
    return { ...collection, insertAll };
  };
  return { store: { ...store, open }, builds };
}
