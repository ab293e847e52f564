import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request, RequestHandler } from 'express';
import { invalid, rejected } from '../../domain/errors.ts';
import { isHttpError, tooLarge, type HttpError } from './http-error.ts';

/** A file that was uploaded, kept in a temporary file as long as its request is being answered. */
export interface ReceivedFile {
  readonly filename: string;
  readonly size: number;
  /** Its bytes, from the beginning and as often as they are wanted. */
  open(): AsyncIterable<Uint8Array>;
}

/** The field that holds the file, in every form of ours. */
const FIELD = 'file';
const FORM = /^multipart\/form-data\b/i;
/** Far more than any name or field of a form needs. */
const LIMITS = { fieldSize: 1_000, fields: 10, files: 1, headerPairs: 20 };

/**
 * Says that a form has a file, before it is read: the contract is checked and the caller known before the first byte of
 * a large file is taken. Whether it is really there shows when it is received.
 */
export const announceUploads: RequestHandler = (request, _response, next) => {
  if (FORM.test(request.headers['content-type'] ?? '')) request.body = { [FIELD]: '' };
  next();
};

/** Receives the file of a form and lets `work` have it. What has this many bytes or more is refused with 413. */
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
    // Whoever waits hears of it below.
    writing?.catch(() => form.destroy());
  });
  try {
    await pipeline(request, form);
  } catch (error) {
    // What the file was refused for says more than that reading it was broken off.
    const refusal = await refusalOf(writing);
    if (refusal) throw refusal;
    throw rejected('The form was broken off, or is none', { cause: error });
  }
  if (writing === null) throw invalid(`The form must have a field named ${FIELD} with a file`);
  return writing;
}

/** Why the file itself was refused, or null when nothing was wrong with it. */
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
    throw rejected('The form names no boundary', { cause: error });
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
