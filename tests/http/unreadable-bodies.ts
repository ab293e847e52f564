import type { RequestParts } from '../support/client.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Nested JSON objects with this many levels. */
export const deep = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

/** Invalid bodies, and their status. */
export const UNREADABLE: readonly (readonly [what: string, sent: RequestParts, status: number])[] = [
  ['broken JSON', { raw: '{"email": "a', headers: JSON_TYPE }, 422],
  ['a bare word', { raw: 'hello', headers: JSON_TYPE }, 422],
  ['a JSON text', { raw: '"hello"', headers: JSON_TYPE }, 422],
  ['null', { raw: 'null', headers: JSON_TYPE }, 422],
  ['a list for an object', { raw: '[]', headers: JSON_TYPE }, 422],
  ['bytes that are not UTF-8', { raw: Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), headers: JSON_TYPE }, 422],
  ['another charset', { raw: '{}', headers: { 'content-type': 'application/json; charset=utf-16' } }, 422],
  ['another content type', { raw: '{}', headers: { 'content-type': 'text/plain' } }, 422],
  ['a form', { raw: 'email=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }, 422],
  ['a nonsensical content type', { raw: '{}', headers: { 'content-type': ';;;' } }, 422],
  ['an unknown encoding', { raw: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'zork' } }, 422],
  ['gzip that is none', { raw: '{}', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } }, 400],
  ['a body nested a thousand deep', { raw: deep(1_000), headers: JSON_TYPE }, 422],
  ['a body nested a hundred thousand deep', { raw: deep(100_000), headers: JSON_TYPE }, 422],
  ['more than two megabytes', { raw: `{"email":"${'x'.repeat(2_200_000)}"}`, headers: JSON_TYPE }, 413],
];
