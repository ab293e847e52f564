import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { collections, type CopiedDocument } from '../migrate/collections.ts';

/** Fields that hold the key of an object as it is. */
const KEY_FIELDS: readonly string[] = ['source_id', 'storage_key'];

/** The key of every object that some document speaks of. `root` is what the locations of objects begin with. */
export async function referencedObjects(documents: DocumentStore, root: string): Promise<Set<string>> {
  const keys = new Set<string>();
  for (const definition of await collections())
    for await (const document of (await documents.open(definition)).all())
      for (const key of keysIn(document, root)) keys.add(key);
  return keys;
}

const keysIn = (document: CopiedDocument, root: string): string[] =>
  Object.entries(document).flatMap(([name, value]) => {
    if (typeof value !== 'string') return [];
    if (name.endsWith('_url') && value.startsWith(root)) return [value.slice(root.length)];
    return KEY_FIELDS.includes(name) ? [value] : [];
  });
