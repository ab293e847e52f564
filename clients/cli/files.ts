import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { parse } from 'yaml';
import { CommandFailed, EXIT } from './exit.ts';
import type { Shell } from './shell.ts';

/** The JSON object in a file, or in the standard input where the file is `-`. */
export async function readJson(shell: Shell, file: string): Promise<object> {
  return parseJson(file === '-' ? await text(shell.stdin) : (await readBytes(file)).toString(), file);
}

/** The JSON object in a text of this name. */
export function parseJson(source: string, name: string): object {
  try {
    const value: unknown = JSON.parse(source);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new CommandFailed(EXIT.usage, `${name} is not valid JSON: ${(error as Error).message}`);
  }
  throw new CommandFailed(EXIT.usage, `${name} must contain a JSON object.`);
}

/** The object in a YAML or JSON file, or in the standard input where the file is `-`. */
export async function readYaml(shell: Shell, file: string): Promise<object> {
  const source = file === '-' ? await text(shell.stdin) : (await readBytes(file)).toString();
  try {
    const value: unknown = parse(source);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new CommandFailed(EXIT.usage, `${file} is not valid YAML: ${(error as Error).message}`);
  }
  throw new CommandFailed(EXIT.usage, `${file} must contain names and values.`);
}

/** A file as it is uploaded: its bytes and its name. */
export async function readUpload(file: string): Promise<readonly [Blob, string]> {
  return [new Blob([await readBytes(file)]), basename(file)];
}

/** Writes bytes as they come, to the standard output where the file is `-`. A file is there whole or not at all. */
export async function writeBytes(shell: Shell, file: string, bytes: ReadableStream | null): Promise<void> {
  const source = bytes === null ? Readable.from([]) : Readable.fromWeb(bytes);
  if (file === '-') return pipeline(source, shell.stdout, { end: false });
  const draft = `${file}.part`;
  try {
    await pipeline(source, createWriteStream(draft) as Writable);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** The text in a file, or in the standard input where the file is `-`. */
export const readWords = (shell: Shell, file: string): Promise<string> =>
  file === '-' ? text(shell.stdin) : readText(file);

/** A text file. */
export const readText = async (file: string): Promise<string> => (await readBytes(file)).toString();

const readBytes = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed(EXIT.usage, `${file} cannot be read: ${error.message}`);
  });
