import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request, RequestHandler } from 'express';
import { invalid, rejected } from '../../domain/errors.ts';
import { storeFaultOf } from '../lib/store-faults.ts';
import { principalOf } from './authenticate.ts';
import { tooLarge } from './http-error.ts';
import { uploadPath } from './upload-files.ts';
import { noDiskSpace, type UploadSpace } from './upload-space.ts';

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

/** The limits of a file that is received. */
export interface UploadLimits {
  /** A file of this many bytes or more answers 413. */
  readonly bytesBelow: number;
  readonly space: UploadSpace;
}

/** Lets `work` receive the body, which is a file. */
export async function withBody<T>(
  request: Request,
  { bytesBelow, space }: UploadLimits,
  work: (coming: ComingBytes) => Promise<T>,
): Promise<T> {
  const length = announcedBy(request);
  return withFile(space, (path, take) =>
    work({
      announced: length !== null && length < bytesBelow ? length : null,
      async receive() {
        if (length !== null && length >= bytesBelow) throw tooLarge();
        await take(organisationOf(request), length ?? bytesBelow);
        return { size: await receiveBody(request, path, bytesBelow), open: () => piecesOf(path) };
      },
    }),
  );
}

/** Receives the file of a form and passes it to `work`. */
export async function withUpload<T>(
  request: Request,
  { bytesBelow, space }: UploadLimits,
  work: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  return withFile(space, async (path, take) => {
    await take(organisationOf(request), Math.min(announcedBy(request) ?? bytesBelow, bytesBelow));
    const { filename, size } = await receive(request, path, bytesBelow);
    return work({ filename, size, open: () => piecesOf(path) });
  });
}

/** The pieces of a file. It is opened when the first is asked for, and closed when no more are. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

const organisationOf = (request: Request): string => principalOf(request).org_id ?? principalOf(request).email;

/** The length of a body in bytes. Null: unknown. */
function announcedBy({ headers }: Request): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** Lets `work` write a temporary file, after it has taken the room for it. The file is removed afterwards. */
async function withFile<T>(
  space: UploadSpace,
  work: (path: string, take: UploadSpace['take']) => Promise<T>,
): Promise<T> {
  const path = uploadPath(space.directory);
  const releases: (() => void)[] = [];
  const take: UploadSpace['take'] = async (organisation, bytes) => {
    const release = await space.take(organisation, bytes);
    releases.push(release);
    return release;
  };
  try {
    return await work(path, take);
  } finally {
    await rm(path, { force: true });
    for (const release of releases) release();
  }
}

/**
 * Writes the parts of a stream to a file. Where they cannot be written, the stream stays open: what reads the answer has to be
 * read first.
 */
async function write(stream: Readable, path: string, counted?: Transform): Promise<number> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const parts = stream.iterator({ destroyOnReturn: false });
  try {
    await (counted ? pipeline(parts, counted, file) : pipeline(parts, file));
  } catch (error) {
    throw storeFaultOf(error) === 'full' ? noDiskSpace(error) : error;
  }
  return file.bytesWritten;
}

/** Writes the body to a file, and answers its size. What is too large is read to its end, so that the client reads the answer. */
async function receiveBody(request: Request, path: string, bytesBelow: number): Promise<number> {
  let size = 0;
  const counted = new Transform({
    transform(part: Uint8Array, _encoding, next) {
      size += part.length;
      next(null, size < bytesBelow ? part : undefined);
    },
  });
  await write(request, path, counted).catch((cause: unknown) => {
    if (request.destroyed && !request.complete) throw rejected('The body ended before it was complete', { cause });
    throw cause;
  });
  if (size >= bytesBelow) throw tooLarge();
  return size;
}

interface ReceivedUpload {
  readonly filename: string;
  readonly size: number;
}

async function receive(request: Request, path: string, bytesBelow: number): Promise<ReceivedUpload> {
  const form = formOf(request, bytesBelow);
  let writing: Promise<ReceivedUpload> | null = null;
  form.on('file', (field, bytes, { filename }) => {
    if (field !== FIELD || writing !== null) return void bytes.resume();
    writing = keep(bytes, path, filename);
    // The error is handled below. The rest of the form is read, so that the client reads the answer.
    writing.catch(() => bytes.resume());
  });
  try {
    await pipeline(request, form);
  } catch (error) {
    // The file is removed next: it must not be made after that.
    await Promise.resolve(writing).catch(() => undefined);
    throw rejected('The body must be a complete multipart/form-data form', { cause: error });
  }
  if (writing === null) throw invalid(`The form must have a field named ${FIELD} with a file`);
  return writing;
}

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
  let isLarge = false;
  bytes.once('limit', () => (isLarge = true));
  const size = await write(bytes, path);
  if (isLarge) throw tooLarge();
  return { filename: filename ?? '', size };
}
