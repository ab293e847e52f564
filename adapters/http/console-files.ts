import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

/** A file of the built console, as it is sent. */
export interface ConsoleFile {
  readonly type: string;
  readonly plain: Uint8Array;
  /** The same in fewer bytes, by the name of the coding. */
  readonly coded: ReadonlyMap<string, Uint8Array>;
}

/** The files by their path, such as `assets/main-4f1c.js`. */
export type ConsoleFiles = ReadonlyMap<string, ConsoleFile>;

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Endings of files that the build has compressed, each beside the one it is made of. */
const CODINGS = { br: '.br', gzip: '.gz' } as const;

/** Answers what was built into this directory. It is read when it is first asked for, and nothing of it while it is not there. */
export function consoleFiles(directory: string): () => Promise<ConsoleFiles> {
  let known: Promise<ConsoleFiles> | null = null;
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

async function readFiles(directory: string): Promise<ConsoleFiles> {
  const names = await readdir(directory, { recursive: true }).catch(none);
  const shown = names.filter((name) => extname(name) in TYPES);
  const files = shown.map(async (name) => [name.split(sep).join('/'), await readOne(directory, name, names)] as const);
  return new Map(await Promise.all(files));
}

async function readOne(directory: string, name: string, names: readonly string[]): Promise<ConsoleFile> {
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
