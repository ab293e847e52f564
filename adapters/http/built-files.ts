import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { Request, Response } from 'express';

/** A built file, as it is sent. */
export interface BuiltFile {
  readonly type: string;
  readonly plain: Uint8Array;
  /** The same in fewer bytes, by the name of the coding. */
  readonly coded: ReadonlyMap<string, Uint8Array>;
}

/** The files by their path, such as `assets/main-4f1c.js`. */
export type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Endings of files that the build has compressed, each beside the one it is made of. */
const CODINGS = { br: '.br', gzip: '.gz' } as const;

/** Answers what was built into this directory. It is read when it is first asked for, and nothing of it while it is not there. */
export function builtFiles(directory: string): () => Promise<BuiltFiles> {
  let known: Promise<BuiltFiles> | null = null;
  return async () => {
    known ??= readFiles(directory).catch((error: unknown) => {
      known = null;
      throw error;
    });
    const files = await known;
    if (files.size === 0) known = null;
    return files;
  };
}

/** The coding of a file that a client takes. Null: as it is. */
export function codingFor(request: Request, { coded }: BuiltFile): string | null {
  const coding = request.acceptsEncodings(...coded.keys());
  return coding !== false && coded.has(coding) ? coding : null;
}

/** Sends a file, in fewer bytes where the client takes a coding of it. */
export function sendFile(file: BuiltFile, request: Request, response: Response): void {
  const coding = codingFor(request, file);
  response.vary('Accept-Encoding').setHeader('Content-Type', file.type);
  if (coding !== null) response.setHeader('Content-Encoding', coding);
  const body = (coding === null ? undefined : file.coded.get(coding)) ?? file.plain;
  response.setHeader('Content-Length', body.byteLength);
  response.end(body);
}

async function readFiles(directory: string): Promise<BuiltFiles> {
  const names = await readdir(directory, { recursive: true }).catch(none);
  const shown = names.filter((name) => extname(name) in TYPES);
  const files = shown.map(async (name) => [name.split(sep).join('/'), await readOne(directory, name, names)] as const);
  return new Map(await Promise.all(files));
}

async function readOne(directory: string, name: string, names: readonly string[]): Promise<BuiltFile> {
  const coded = new Map<string, Uint8Array>();
  for (const [coding, ending] of Object.entries(CODINGS))
    if (names.includes(name + ending)) coded.set(coding, await readFile(join(directory, name + ending)));
  const type = TYPES[extname(name)] ?? 'application/octet-stream';
  return { type, plain: await readFile(join(directory, name)), coded };
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
