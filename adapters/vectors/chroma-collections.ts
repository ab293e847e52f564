import { createHash } from 'node:crypto';
import type { ChromaClient, Collection } from 'chromadb';

/** So many collections are listed at once. */
const PAGE = 500;

/** What one organisation embedded with one model. */
export interface Owner {
  readonly orgId: string;
  readonly model: string;
}

/**
 * The collections of a Chroma server that are ours: one for each organisation and embedding model, which all its
 * vectors share their length with. No embedding function: vectors come from our own embedder.
 */
export class ChromaCollections {
  readonly #client: ChromaClient;
  readonly #known = new Map<string, Collection>();

  constructor(client: ChromaClient) {
    this.#client = client;
  }

  /** The owner's collection, made when there is none. */
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

  /** The owner's collection, or null when nothing was ever kept for it. */
  async find(owner: Owner): Promise<Collection | null> {
    const name = nameOf(owner);
    const found = this.#known.get(name) ?? (await this.#client.getCollection({ name }).catch(absent));
    if (found) this.#known.set(name, found);
    return found;
  }

  /** Forgets what is known: a collection may have been removed and made anew. */
  forget(): void {
    this.#known.clear();
  }

  /** Every collection of ours with its owner. */
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

/** More careful than the default, so that the nearest are found and not only near ones. */
const HNSW = { space: 'cosine', ef_construction: 200, ef_search: 200, max_neighbors: 32 } as const;

/** Organisations and models may be called anything; names of collections may not. */
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

/** Whether the server says that a collection is not there. */
export const isAbsent = (error: unknown): boolean => error instanceof Error && error.name === 'ChromaNotFoundError';

/** Nothing, where a collection was removed by somebody else: whatever it kept is gone with it. */
export function absent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}
