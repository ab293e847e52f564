import type { OpenArtifact } from '../../application/calls/open-artifact.ts';
import type { ByteRange } from '../../application/ports/objects.ts';
import type { Reply } from './handler.ts';

/** Answers with an artifact's bytes: all of them, or the part that the `Range` header asks for. */
export function artifactReply({ size, bytes }: OpenArtifact, contentType: string, range: string | null): Reply {
  const part = range === null ? null : partOf(range, size);
  const headers = { 'Content-Type': contentType, 'Accept-Ranges': 'bytes' };
  if (part === 'outside')
    return {
      status: 416,
      headers: { 'Content-Range': `bytes */${size}` },
      body: { detail: 'The range lies outside the object' },
    };
  if (part === null) return { status: 200, headers: { ...headers, 'Content-Length': String(size) }, bytes };
  const { first, last } = part;
  return {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${size}`,
    },
    bytes: () => bytes(part),
  };
}

/**
 * The part of an object of this size that a `Range` header names, `outside` when there is no such part, and null for
 * the whole: a header of another form, or of several parts, may be ignored.
 */
export function partOf(range: string, size: number): ByteRange | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range.replaceAll(' ', '')) ?? [];
  if (from === '' && to === '') return null;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return null;
  return first > last ? 'outside' : { first, last };
}
