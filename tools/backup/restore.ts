import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isInUse } from '../../adapters/lib/sqlite-snapshot.ts';
import type { Log } from '../../application/ports/log.ts';
import { withRollback, type Undo } from '../../application/rollback.ts';
import { failed, rejected } from '../../domain/errors.ts';
import { copyFile, forEachConcurrently, makeFolder, syncFolders, syncPath } from './files.ts';
import { PARTS, type Installation } from './installation.ts';
import { verifyManifest, type Manifest } from './manifest.ts';

export interface RestoreOptions {
  /** The backup's directory. */
  readonly directory: string;
  /** Whether what is there may be moved aside. */
  readonly replace: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface RestoreResult {
  readonly manifest: Manifest;
  /** Where the former installation is now, in the data directory; null when there was none. */
  readonly movedTo: string | null;
  /** Where the keys are from; null when there are none. */
  readonly keys: 'backup' | 'former' | null;
}

const MOVED_ASIDE_PREFIX = 'before-restore-';
const STAGING_PREFIX = '.restoring-';

/**
 * Puts a backup into the data directory, whole or not at all. What was there is moved aside, when that is allowed, and
 * never removed. Refuses a backup that is damaged and a directory that a platform works on.
 */
export async function restoreBackup(to: Installation, options: RestoreOptions, log: Log): Promise<RestoreResult> {
  const manifest = await verifyManifest(options.directory);
  requireSameBucket(to, manifest);
  await makeFolder(to.dataDir);
  requireUnused(to);
  const existing = await existingNames(to, options);
  const stage = join(to.dataDir, STAGING_PREFIX + randomUUID());
  try {
    await fill(stage, manifest, options);
    requireUnused(to);
    return await withRollback(log, (undo) => swap(to, existing, stage, { manifest, now: options.now, undo }));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function requireSameBucket({ bucket }: Installation, manifest: Manifest): void {
  if (bucket !== manifest.bucket)
    throw rejected(`The backup's documents lead to the bucket ${manifest.bucket}: set OBJECTS_BUCKET to it`);
}

/** Opening the database also removes files that a crashed process left beside it. */
function requireUnused({ dataDir, paths: { documents } }: Installation): void {
  if (existsSync(documents) && isInUse(documents)) throw rejected(`A platform runs on ${dataDir}; stop it first`);
}

/** The names of what is there, which may be moved. */
async function existingNames({ dataDir }: Installation, { replace }: RestoreOptions): Promise<string[]> {
  const names = (await readdir(dataDir)).filter(
    (name) => !name.startsWith(MOVED_ASIDE_PREFIX) && !name.startsWith(STAGING_PREFIX),
  );
  if (names.length > 0 && !replace)
    throw rejected(`${dataDir} is not empty; with --replace, what is there is moved aside within it`);
  return names;
}

/** Copies everything beside its place. What is read now is held against the manifest once more. */
async function fill(stage: string, { files }: Manifest, { directory, signal }: RestoreOptions): Promise<void> {
  await makeFolder(stage);
  await forEachConcurrently(files, async ({ path, size, sha256 }) => {
    const copied = await copyFile(join(directory, path), join(stage, path), signal);
    if (copied.size !== size || copied.sha256 !== sha256) throw failed(`${path} changed while it was read`);
  });
  await syncFolders(stage);
  signal.throwIfAborted();
}

interface Swap {
  readonly manifest: Manifest;
  readonly now: Date;
  readonly undo: Undo;
}

/** From here on only names change. The documents come last: without them there is no installation. */
async function swap(
  { dataDir }: Installation,
  existing: readonly string[],
  stage: string,
  { manifest, now, undo }: Swap,
): Promise<RestoreResult> {
  const move = async (from: string, to: string): Promise<void> => {
    await rename(from, to);
    undo(() => rename(to, from));
  };
  const movedTo =
    existing.length > 0 ? join(dataDir, MOVED_ASIDE_PREFIX + now.toISOString().replaceAll(':', '-')) : null;
  if (movedTo !== null) {
    await makeFolder(movedTo);
    undo(() => rmdir(movedTo));
    for (const name of existing) await move(join(dataDir, name), join(movedTo, name));
  }
  const keys = await keysFor(manifest, stage, movedTo);
  const names = (await readdir(stage)).filter((name) => name !== PARTS.documents);
  for (const name of [...names, PARTS.documents]) await move(join(stage, name), join(dataDir, name));
  await syncPath(dataDir);
  return { manifest, movedTo, keys };
}

/** A backup without keys is of the installation that was here before, or its keys are brought by hand. */
async function keysFor({ withSecrets }: Manifest, stage: string, aside: string | null): Promise<RestoreResult['keys']> {
  if (withSecrets) return 'backup';
  if (aside === null || !existsSync(join(aside, PARTS.secrets))) return null;
  await link(join(aside, PARTS.secrets), join(stage, PARTS.secrets));
  return 'former';
}
