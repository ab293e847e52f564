import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import type { List } from './handler.ts';
import { isBodiless } from './methods.ts';

/** Longest list sent as one body, and the size of each chunk of a longer one. In characters of JSON. */
const CHUNK_CHARACTERS = 256 * 1024;

/**
 * Sends a list. A long one is read and sent in chunks with backpressure, so that neither memory nor other requests
 * suffer. A read error closes the connection.
 */
export async function sendList(response: Response, list: List): Promise<void> {
  const items = asynchronous(list.items);
  const first: unknown[] = [];
  let text = '';
  while (text.length <= CHUNK_CHARACTERS) {
    const next = await items.next();
    if (next.done) return void response.json(list.name === undefined ? first : { ...list.beside, [list.name]: first });
    text += `${text === '' ? '' : ','}${JSON.stringify(next.value)}`;
    first.push(next.value);
  }
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (isBodiless(response)) return void response.end();
  await pipeline(Readable.from(chunks(list, text, items)), response);
}

/** The list as JSON chunks, beginning with text that is already encoded. */
async function* chunks(
  { name, beside }: List,
  first: string,
  items: AsyncGenerator<unknown, void>,
): AsyncGenerator<string> {
  const head = JSON.stringify(beside ?? {}).slice(0, -1);
  let chunk = (name === undefined ? '[' : `${head}${head === '{' ? '' : ','}${JSON.stringify(name)}:[`) + first;
  for await (const item of items) {
    if (chunk.length > CHUNK_CHARACTERS) {
      yield chunk;
      chunk = '';
      await eventLoopQueue.next(items);
    }
    chunk += `,${JSON.stringify(item)}`;
  }
  yield chunk + (name === undefined ? ']' : ']}');
}

async function* asynchronous(items: List['items']): AsyncGenerator<unknown, void> {
  yield* items;
}
