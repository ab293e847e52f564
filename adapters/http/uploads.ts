import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request, RequestHandler } from 'express';
import { invalid, rejected } from '../../domain/errors.ts';
import { isHttpError, tooLarge, type HttpError } from './http-error.ts';

/** Received bytes, stored in a temporary file until the request ends. */
export interface ReceivedBytes {
  readonly size: number;
  /** The bytes from the start, any number of times. */
  open(): AsyncIterable<Uint8Array>;
}

/** The file of a form. */
export interface ReceivedFile extends ReceivedBytes {
  readonly filename: string;
}

/** The form field with the file. */
const FIELD = 'file';
const FORM = /^multipart\/form-data\b/i;
/** Bodies that are a file as a whole. */
const FILE = 'audio/wav';
/** Limits well above any field of the API's forms. */
const LIMITS = { fieldSize: 1_000, fields: 10, files: 1, headerPairs: 20 };

/**
 * Marks a request as having a file before it is read: validation and authentication run before the first byte of a large
 * file. Receiving it shows whether the file exists.
 */
export const announceUploads: RequestHandler = (request, _response, next) => {
  const type = request.headers['content-type'] ?? '';
  if (FORM.test(type)) request.body = { [FIELD]: '' };
  else if (type.toLowerCase().startsWith(FILE)) request.body = '';
  next();
};

/** A body that is a file, before it is received. */
export interface ComingBytes {
  /** Its length. Null: unknown, or too large to be received. */
  readonly announced: number | null;
  readonly receive: () => Promise<ReceivedBytes>;
}

/** Lets `work` receive the body, which is a file. One of this many bytes or more answers 413. */
export async function withBody<T>(
  request: Request,
  bytesBelow: number,
  work: (coming: ComingBytes) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  const length = Number(request.headers['content-length'] ?? bytesBelow);
  try {
    return await work({
      announced: length < bytesBelow ? length : null,
      receive: async () => ({
        size: await receiveBody(request, path, bytesBelow),
        open: () => createReadStream(path),
      }),
    });
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes the body to a file, and answers its size. What is too large is read to its end, so that the client reads the answer. */
async function receiveBody(request: Request, path: string, bytesBelow: number): Promise<number> {
  if (Number(request.headers['content-length'] ?? 0) >= bytesBelow) throw tooLarge();
  let size = 0;
  const counted = new Transform({
    transform(part: Uint8Array, _encoding, next) {
      size += part.length;
      next(null, size < bytesBelow ? part : undefined);
    },
  });
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  // Where the file cannot be written, the request stays open for the answer.
  const parts = request.iterator({ destroyOnReturn: false });
  await pipeline(parts, counted, file).catch((cause: unknown) => {
    if (request.destroyed && !request.complete) throw rejected('The body ended before it was complete', { cause });
    throw cause;
  });
  if (size >= bytesBelow) throw tooLarge();
  return size;
}

/** Receives the file of a form and passes it to `work`. A file of this many bytes or more answers 413. */
export async function withUpload<T>(
  request: Request,
  bytesBelow: number,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const path = join(tmpdir(), `upload-${randomUUID()}`);
  try {
    const { filename, size } = await receive(request, path, bytesBelow);
    return await work({ filename, size, open: () => createReadStream(path) });
  } finally {
    await rm(path, { force: true });
  }
}

interface ReceivedUpload {
  readonly filename: string;
  readonly size: number;
}

async function receive(request: Request, path: string, bytesBelow: number): Promise<ReceivedUpload> {
  const form = formOf(request, bytesBelow);
  let writing: Promise<ReceivedUpload> | null = null;
  form.on('file', (field, bytes, { filename }) => {
    if (field === FIELD && writing === null) writing = keep(bytes, path, filename);
    else bytes.resume();
    // The error is handled below.
    writing?.catch(() => form.destroy());
  });
  try {
    await pipeline(request, form);
  } catch (error) {
    // The file's own error is more specific than the interrupted form.
    const refusal = await refusalOf(writing);
    if (refusal) throw refusal;
    throw rejected('The body must be a complete multipart/form-data form', { cause: error });
  }
  if (writing === null) throw invalid(`The form must have a field named ${FIELD} with a file`);
  return writing;
}

/** The file's own error, or null. */
const refusalOf = async (writing: Promise<ReceivedUpload> | null): Promise<HttpError | null> =>
  writing &&
  writing.then(
    () => null,
    (error: unknown) => (isHttpError(error) ? error : null),
  );

function formOf(request: Request, bytesBelow: number): busboy.Busboy {
  try {
    const limits = { ...LIMITS, fileSize: bytesBelow };
    return busboy({ headers: request.headers, defParamCharset: 'utf8', limits });
  } catch (error) {
    throw rejected('The form has no boundary', { cause: error });
  }
}

async function keep(
  bytes: Readable & { truncated?: boolean },
  path: string,
  filename: string,
): Promise<ReceivedUpload> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  let isLarge = false;
  bytes.once('limit', () => (isLarge = true));
  await pipeline(bytes, file);
  if (isLarge) throw tooLarge();
  return { filename: filename ?? '', size: file.bytesWritten };
}
