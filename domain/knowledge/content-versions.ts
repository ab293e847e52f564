import { chunkIdOf, type KnowledgeDocument } from './document.ts';

/** The current content of documents whose content can change. */
export class ContentVersions {
  readonly #versions: ReadonlyMap<string, string>;

  constructor(documents: readonly Pick<KnowledgeDocument, 'document_id' | 'content_version'>[]) {
    this.#versions = new Map(
      documents.flatMap(({ document_id, content_version: version }) =>
        version ? [[document_id, version] as const] : [],
      ),
    );
  }

  /** Whether a chunk is of the current content. Others are about to be removed, or not complete yet. */
  isCurrent({ chunk_id, document_id }: { readonly chunk_id: string; readonly document_id: string }): boolean {
    const version = this.#versions.get(document_id);
    return version === undefined || chunk_id.startsWith(`${document_id}:${version}:`);
  }

  /** The id of a chunk of the current content, by its id without a version. */
  chunkId(id: string): string {
    const end = id.lastIndexOf(':');
    const documentId = id.slice(0, end);
    return chunkIdOf(documentId, Number(id.slice(end + 1)), this.#versions.get(documentId));
  }
}
