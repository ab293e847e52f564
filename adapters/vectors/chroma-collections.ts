import { createHash } from 'node:crypto';
import type { ChromaClient, Collection } from 'chromadb';

/** Collections per page. */
const PAGE = 500;

/** The organisation and embedding model of a collection. */
export interface Owner {
  readonly orgId: string;
  readonly model: string;
}

/**
 * The platform's collections on a Chroma server: one for each organisation and embedding model, so that its vectors
 * have equal length. No embedding function: vectors come from our own embedder.
 */
export class ChromaCollections {
  readonly #client: ChromaClient;
  readonly #known = new Map<string, Collection>();

  constructor(client: ChromaClient) {
    this.#client = client;
  }

  /** The owner's collection, created if missing. */
  async make(owner: Owner): Promise<Collection> {
    const name = nameOf(owner);
    const made =
      this.#known.get(name) ??
      (await this.#client.getOrCreateCollection({
        name,
        embeddingFunction: null,
        metadata: { org_id: owner.orgId, embedding_model: owner.model },
        configuration: { hnsw: HNSW },
      }));
    this.#known.set(name, made);
    return made;
  }

  /** The owner's collection, or null. */
  async find(owner: Owner): Promise<Collection | null> {
    const name = nameOf(owner);
    const found = this.#known.get(name) ?? (await this.#client.getCollection({ name }).catch(absent));
    if (found) this.#known.set(name, found);
    return found;
  }

  /** Clears the cache, because a collection may have been recreated. */
  clearCache(): void {
    this.#known.clear();
  }

  /** Every collection with its owner. */
  async *all(): AsyncGenerator<{ owner: Owner; collection: Collection }> {
    for (let offset = 0; ; offset += PAGE) {
      const page = await this.#client.listCollections({ limit: PAGE, offset });
      for (const collection of page) {
        const owner = ownerOf(collection);
        if (owner) yield { owner, collection };
      }
      if (page.length < PAGE) return;
    }
  }
}

/** Higher accuracy than the default, so that the nearest are found. */
const HNSW = { space: 'cosine', ef_construction: 200, ef_search: 200, max_neighbors: 32 } as const;

/** Names of organisations and models may be invalid as collection names. */
const nameOf = ({ orgId, model }: Owner): string =>
  `chunks-${createHash('sha256')
    .update(JSON.stringify([orgId, model]))
    .digest('hex')
    .slice(0, 40)}`;

function ownerOf({ name, metadata }: Collection): Owner | null {
  const { org_id: orgId, embedding_model: model } = metadata ?? {};
  if (typeof orgId !== 'string' || typeof model !== 'string') return null;
  return name === nameOf({ orgId, model }) ? { orgId, model } : null;
}

/** Whether the error says that a collection is missing. */
export const isAbsent = (error: unknown): boolean => error instanceof Error && error.name === 'ChromaNotFoundError';

/** Null when another process removed the collection. Other errors pass through. */
export function absent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}
