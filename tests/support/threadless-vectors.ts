import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import { vectorStoreOver } from '../../adapters/vectors/index-client.ts';
import { SqliteIndex } from '../../adapters/vectors/sqlite-index.ts';
import { unavailable } from '../../domain/errors.ts';

/** The embedded vector store, empty, without its thread: starting one takes most of a second, and has a timeout. */
export function threadlessVectors(): ListedVectors {
  const index = new SqliteIndex(':memory:');
  let isClosed = false;
  return vectorStoreOver({
    async call(method, ...args) {
      if (isClosed) throw unavailable('The vector store is closed');
      const perform = index[method] as (...args: unknown[]) => never;
      return perform.apply(index, args);
    },
    async close() {
      isClosed = true;
    },
  });
}
