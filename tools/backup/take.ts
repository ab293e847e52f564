import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WORKER_NAME } from '../../adapters/call-spool/orphans.ts';
import { takeSnapshots } from '../../adapters/lib/sqlite-snapshot.ts';
import type { Log } from '../../application/ports/log.ts';
import { rejected } from '../../domain/errors.ts';
import { openDocuments } from '../../bootstrap/stores.ts';
import {
  copyFile,
  digestOf,
  filesIn,
  forEachConcurrently,
  makeFolder,
  syncFolders,
  syncPath,
  fallbackIfMissing,
  type Digest,
} from './files.ts';
import { PARTS, type Installation, type Part } from './installation.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import { referencedObjects } from './referenced-objects.ts';

export interface BackupOptions {
  /** The backup's directory, which must not be there yet. */
  readonly directory: string;
  readonly withSecrets: boolean;
  readonly createdAt: Date;
  /** Aborted: stops, and leaves nothing behind. */
  readonly signal: AbortSignal;
}

/** Makes a backup, while the installation may run. It is there whole and on disk, or not at all. */
export async function takeBackup(from: Installation, options: BackupOptions, log: Log): Promise<Manifest> {
  const { directory } = options;
  requireUsable(from, options);
  const draft = `${directory}.${randomUUID()}.part`;
  try {
    await makeFolder(draft);
    const manifest = await new BackupDraft(from, draft, options).fill(log);
    await writeManifest(draft, manifest);
    await syncFolders(draft);
    options.signal.throwIfAborted();
    await rename(draft, directory);
    await syncPath(dirname(directory));
    return manifest;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

function requireUsable({ paths, dataDir }: Installation, { directory, withSecrets }: BackupOptions): void {
  if (existsSync(directory)) throw rejected(`${directory} is there already; name a new directory`);
  if (!existsSync(paths.documents)) throw rejected(`There is no installation in ${dataDir}`);
  if ([paths.objects, paths.spool].some((folder) => `${directory}/`.startsWith(`${folder}/`)))
    throw rejected(`${directory} lies in what is to be backed up; name another directory`);
  if (withSecrets && !existsSync(paths.secrets))
    throw rejected(`There is no ${PARTS.secrets} in ${dataDir}: the keys come from the environment`);
}

/** A backup that is being made. */
class BackupDraft {
  readonly #from: Installation;
  readonly #draft: string;
  readonly #options: BackupOptions;
  readonly #files = new Map<string, Digest>();

  constructor(from: Installation, draft: string, options: BackupOptions) {
    this.#from = from;
    this.#draft = draft;
    this.#options = options;
  }

  /**
   * Copies objects before and after the documents, so that every referenced object is included. For live and
   * undelivered calls it copies their spool.
   */
  async fill(log: Log): Promise<Manifest> {
    await this.#addFolder('objects');
    await this.#addDatabases();
    await this.#addFolder('objects');
    await this.#addSpool();
    await this.#addFile(PARTS.simulator, this.#from.paths.simulator);
    if (this.#options.withSecrets) await this.#addFile(PARTS.secrets, this.#from.paths.secrets);
    const missingObjects = await this.#missingObjects(log);
    await this.#measure('documents');
    if (existsSync(join(this.#draft, PARTS.vectors))) await this.#measure('vectors');
    const files = Array.from(this.#files, ([path, digest]) => ({ path, ...digest }));
    return {
      format: 1,
      createdAt: this.#options.createdAt.toISOString(),
      bucket: this.#from.bucket,
      withSecrets: this.#options.withSecrets,
      missingObjects,
      files,
    };
  }

  /**
   * Copies documents before vectors, which are written before documents refer to them. Copies both again when the vector
   * database was created during the copy.
   */
  async #addDatabases(): Promise<void> {
    let parts: readonly Part[];
    do {
      this.#options.signal.throwIfAborted();
      parts = this.#databases();
      const copies = parts.map((part) => ({ from: this.#from.paths[part], to: join(this.#draft, PARTS[part]) }));
      for (const { to } of copies) await rm(to, { force: true });
      await takeSnapshots(copies);
    } while (this.#databases().length > parts.length);
    this.#options.signal.throwIfAborted();
  }

  #databases(): readonly Part[] {
    return (['documents', 'vectors'] as const).filter((part) => existsSync(this.#from.paths[part]));
  }

  async #addFolder(part: 'objects'): Promise<void> {
    const folder = this.#from.paths[part];
    await forEachConcurrently(await filesIn(folder), (path) =>
      this.#addFile(`${PARTS[part]}/${path}`, join(folder, path)),
    );
  }

  /** Adds each spooled call completely, or not at all when it was delivered in the meantime. */
  async #addSpool(): Promise<void> {
    const { spool } = this.#from.paths;
    for (const call of await callsIn(spool)) {
      const paths = (await filesIn(join(spool, call))).map((path) => `${PARTS.spool}/${call}/${path}`);
      for (const path of paths) await this.#addFile(path, join(spool, path.slice(PARTS.spool.length + 1)));
      if (await lstat(join(spool, call)).catch(fallbackIfMissing(null))) continue;
      for (const path of paths) this.#files.delete(path);
      await rm(join(this.#draft, PARTS.spool, call), { recursive: true, force: true });
    }
  }

  /** Adds a file that is not there yet. One that is gone when its turn comes is left out. */
  async #addFile(path: string, from: string): Promise<void> {
    if (this.#files.has(path)) return;
    const digest = await copyFile(from, join(this.#draft, path), this.#options.signal).catch(fallbackIfMissing(null));
    if (digest) this.#files.set(path, digest);
    else await rm(join(this.#draft, path), { force: true });
  }

  async #missingObjects(log: Log): Promise<string[]> {
    const documents = await openDocuments(`sqlite:${join(this.#draft, PARTS.documents)}`, log);
    try {
      const keys = await referencedObjects(documents, `file://${this.#from.bucket}/`);
      return [...keys].filter((key) => !this.#files.has(`${PARTS.objects}/${this.#from.bucket}/${key}`)).toSorted();
    } finally {
      await documents.close();
    }
  }

  async #measure(part: Part): Promise<void> {
    const path = join(this.#draft, PARTS[part]);
    await syncPath(path);
    this.#files.set(PARTS[part], await digestOf(path));
  }
}

/** The folders of calls in a spool, those of workers included, as paths within it. */
async function callsIn(spool: string): Promise<string[]> {
  const names = await readdir(spool).catch(fallbackIfMissing([]));
  const ofWorkers = names
    .filter((name) => WORKER_NAME.test(name))
    .map(async (worker) =>
      (await readdir(join(spool, worker)).catch(fallbackIfMissing([])))
        .filter((name) => !name.startsWith('.'))
        .map((call) => join(worker, call)),
    );
  return [...names.filter((name) => !name.startsWith('.')), ...(await Promise.all(ofWorkers)).flat()];
}
