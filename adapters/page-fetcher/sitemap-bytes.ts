import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { refused } from './page-fault.ts';

const inflated = promisify(gunzip);

/** A sitemap as text: many are compressed files, such as `sitemap.xml.gz`. */
export async function sitemapBytes(bytes: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return inflated(bytes, { maxOutputLength: bytesMax }).catch((error: unknown) => {
    const isLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw refused(isLong ? 'The sitemap is too long: add the sitemaps of its parts' : 'The sitemap is damaged');
  });
}
