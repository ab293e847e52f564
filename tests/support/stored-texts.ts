import { Readable } from 'node:stream';
import type { Ports } from './world.ts';

/** Stores this text as an object. Answers its URL. */
export async function storeText(
  { objects }: Pick<Ports, 'objects'>,
  key: string,
  text: string,
  contentType = 'text/plain',
): Promise<string> {
  const bytes = Buffer.from(text);
  await objects.put(key, Readable.from([bytes]), { size: bytes.length, contentType });
  return objects.root + key;
}
