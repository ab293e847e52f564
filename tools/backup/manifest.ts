import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed } from '../../domain/errors.ts';
import { digestOf, type Digest, fallbackIfMissing } from './files.ts';
import { PARTS } from './installation.ts';

/** One file of a backup, by its path in it. */
export interface BackupFile extends Digest {
  readonly path: string;
}

/** What a backup holds. */
export interface Manifest {
  readonly format: 1;
  readonly createdAt: string;
  /** The bucket that the documents' locations name. */
  readonly bucket: string;
  readonly withSecrets: boolean;
  /** Objects that documents speak of and that were not there. */
  readonly missingObjects: readonly string[];
  readonly files: readonly BackupFile[];
}

const FILE_NAME = 'manifest.json';

/** Writes the manifest, with a checksum of its own, so that it is on disk when this is done. */
export async function writeManifest(backup: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ checksum: checksumOf(manifest), ...manifest }, null, 2);
  await writeFile(join(backup, FILE_NAME), `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** The manifest of a backup whose every file is there, as it was written. Refuses any other, and names what is wrong. */
export async function verifyManifest(backup: string): Promise<Manifest> {
  const manifest = await readManifest(backup);
  const damaged: string[] = [];
  for (const { path, size, sha256 } of manifest.files) {
    const found = await digestOf(join(backup, path)).catch(fallbackIfMissing(null));
    if (!found) damaged.push(`${path} is missing`);
    else if (found.size !== size || found.sha256 !== sha256) damaged.push(`${path} is not what was written`);
  }
  if (damaged.length > 0) throw failed(['This backup is damaged:', ...damaged].join('\n  '));
  return manifest;
}

async function readManifest(backup: string): Promise<Manifest> {
  const text = await readFile(join(backup, FILE_NAME), 'utf8').catch(fallbackIfMissing(null));
  if (text === null) throw failed(`There is no backup in ${backup}: it has no ${FILE_NAME}`);
  const { checksum, ...manifest } = parseManifest(text);
  if (checksum !== checksumOf(manifest)) throw failed(`This backup is damaged: ${FILE_NAME} is not what was written`);
  if (manifest.format !== 1)
    throw failed('This backup was made by another version, in a format that is not known here');
  if (!manifest.files.every(({ path }) => isInside(path))) throw failed(`This backup names files outside of it`);
  return manifest;
}

function parseManifest(text: string): Manifest & { readonly checksum: unknown } {
  try {
    return JSON.parse(text) as Manifest & { readonly checksum: unknown };
  } catch (cause) {
    throw failed(`This backup is damaged: ${FILE_NAME} cannot be read`, { cause });
  }
}

const checksumOf = (manifest: object): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Whether a path begins with the name of a part and never climbs. */
function isInside(path: string): boolean {
  const names = path.split('/');
  return Object.values<string>(PARTS).includes(names[0] ?? '') && !names.some((name) => ['', '.', '..'].includes(name));
}
