import type { OpenArtifact } from '../../application/calls/open-artifact.ts';
import type { ByteRange } from '../../application/ports/objects.ts';

/** Replies with an artifact's bytes, or with the part in the `Range` header. */
export function artifactReply({ size, bytes }: OpenArtifact, contentType: string, range: string | null) {
  const part = range === null ? null : partOf(range, size);
  const headers = { 'Content-Type': contentType, 'Accept-Ranges': 'bytes' };
  if (part === 'outside')
    return {
      status: 416,
      headers: { 'Content-Range': `bytes */${size}` },
      body: { detail: 'The range lies outside the object' },
    } as const;
  if (part === null) return { status: 200, headers: { ...headers, 'Content-Length': String(size) }, bytes } as const;
  const { first, last } = part;
  return {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(last - first + 1),
      'Content-Range': `bytes ${first}-${last}/${size}`,
    },
    bytes: () => bytes(part),
  } as const;
}

/**
 * The part of an object in a `Range` header, `outside` when it does not exist, and null for the whole: other forms and
 * multiple ranges may be ignored.
 */
export function partOf(range: string, size: number): ByteRange | 'outside' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range.replaceAll(' ', '')) ?? [];
  if (from === '') return to === '' ? null : within(Math.max(0, size - Number(to)), size - 1);
  const last = to === '' ? Infinity : Number(to);
  return last < Number(from) ? null : within(Number(from), Math.min(last, size - 1));
}

const within = (first: number, last: number): ByteRange | 'outside' => (first > last ? 'outside' : { first, last });
