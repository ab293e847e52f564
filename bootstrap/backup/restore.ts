import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isInUse } from '../../adapters/lib/sqlite-snapshot.ts';
import type { Log } from '../../application/ports/log.ts';
import { undoing, type Undo } from '../../application/undoing.ts';
import { failed, rejected } from '../../domain/errors.ts';
import { copyFile, forEach, makeFolder, syncFolders, syncPath } from './files.ts';
import { PARTS, type Installation } from './installation.ts';
import { verifiedManifest, type Manifest } from './manifest.ts';

export interface RestoreOrder {
  /** The backup's directory. */
  readonly directory: string;
  /** Whether what is there may be moved aside. */
  readonly replace: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the former installation is now, in the data directory; null when there was none. */
  readonly aside: string | null;
  /** Where the keys are from; null when there are none. */
  readonly keys: 'backup' | 'former' | null;
}

const ASIDE = 'before-restore-';
const STAGE = '.restoring-';

/**
 * Puts a backup into the data directory, whole or not at all. What was there is moved aside, when that is allowed, and
 * never removed. Refuses a backup that is damaged and a directory that a platform works on.
 */
export async function restoreBackup(to: Installation, order: RestoreOrder, log: Log): Promise<Restored> {
  const manifest = await verifiedManifest(order.directory);
  requireSameBucket(to, manifest);
  await makeFolder(to.dataDir);
  requireUnused(to);
  const former = await formerIn(to, order);
  const stage = join(to.dataDir, STAGE + randomUUID());
  try {
    await fill(stage, manifest, order);
    requireUnused(to);
    return await undoing(log, (undo) => swap(to, former, stage, { manifest, now: order.now, undo }));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function requireSameBucket({ bucket }: Installation, manifest: Manifest): void {
  if (bucket !== manifest.bucket)
    throw rejected(`The backup's documents lead to the bucket ${manifest.bucket}: set OBJECTS_BUCKET to it`);
}

/** Tidies up on the way: beside a database of a process that crashed, files lie that go when somebody looks at it. */
function requireUnused({ dataDir, places: { documents } }: Installation): void {
  if (existsSync(documents) && isInUse(documents)) throw rejected(`A platform runs on ${dataDir}; stop it first`);
}

/** The names of what is there, which may be moved. */
async function formerIn({ dataDir }: Installation, { replace }: RestoreOrder): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => !name.startsWith(ASIDE) && !name.startsWith(STAGE));
  if (names.length > 0 && !replace)
    throw rejected(`${dataDir} is not empty; with --replace, what is there is moved aside within it`);
  return names;
}

/** Copies everything beside its place. What is read now is held against the manifest once more. */
async function fill(stage: string, { files }: Manifest, { directory, signal }: RestoreOrder): Promise<void> {
  await makeFolder(stage);
  await forEach(files, async ({ path, size, sha256 }) => {
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
  former: readonly string[],
  stage: string,
  { manifest, now, undo }: Swap,
): Promise<Restored> {
  const move = async (from: string, to: string): Promise<void> => {
    await rename(from, to);
    undo(() => rename(to, from));
  };
  const aside = former.length > 0 ? join(dataDir, ASIDE + now.toISOString().replaceAll(':', '-')) : null;
  if (aside !== null) {
    await makeFolder(aside);
    undo(() => rmdir(aside));
    for (const name of former) await move(join(dataDir, name), join(aside, name));
  }
  const keys = await keysFor(manifest, stage, aside);
  const names = (await readdir(stage)).filter((name) => name !== PARTS.documents);
  for (const name of [...names, PARTS.documents]) await move(join(stage, name), join(dataDir, name));
  await syncPath(dataDir);
  return { manifest, aside, keys };
}

/** A backup without keys is of the installation that was here before, or its keys are brought by hand. */
async function keysFor({ withSecrets }: Manifest, stage: string, aside: string | null): Promise<Restored['keys']> {
  if (withSecrets) return 'backup';
  if (aside === null || !existsSync(join(aside, PARTS.secrets))) return null;
  await link(join(aside, PARTS.secrets), join(stage, PARTS.secrets));
  return 'former';
}
