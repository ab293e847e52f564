import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { CallSpool, SpooledCall, SpoolEntry, UndeliveredCall } from '../../application/ports/call-spool.ts';
import type { Log } from '../../application/ports/log.ts';
import { DomainError, duplicate, rejected, unavailable } from '../../domain/errors.ts';
import type { CallOutcome } from '../../domain/calls/call-outcome.ts';
import { inFolder, unlessCode } from '../lib/expected-failures.ts';
import { storeFaultOf } from '../lib/store-faults.ts';
import { createEntry } from './entry.ts';
import { FILE_MODE, FOLDER_MODE } from './files.ts';
import { pathsIn, readCall, readUndeliveredCall } from './undelivered-call.ts';
import { Orphans, WORKER } from './orphans.ts';
import { readRecording } from './recording.ts';

const ID_LENGTH_MAX = 128;

const REMOVED = '.removed-';
/** One block of most file systems: an empty file would fit on a full disk. */
const PROBE_BYTES = 4096;

/**
 * Call artifacts, one folder per call. Losses while writing are logged and never reach the call. Each worker of a machine
 * has a directory by its slot, inside the directory of the first worker. The first worker adopts the calls of workers that
 * exited.
 */
export function filesystemSpool(directory: string, log: Log, slot = 1): CallSpool {
  const root = slot === 1 ? resolve(directory) : resolve(directory, `${WORKER}${slot}`);
  const open = new Set<string>();
  /** Outcomes that did not fit on the disk. */
  const unwritten = new Map<string, CallOutcome>();
  const orphans = new Orphans(root, log);

  const folderOf = (callId: string): string => {
    if (!isUsable(callId)) throw rejected('Not a usable call id');
    return join(root, callId);
  };

  async function start(call: SpooledCall): Promise<SpoolEntry> {
    const folder = folderOf(call.call_id);
    orphans.begin();
    const make = (): Promise<unknown> => mkdir(folder, { mode: FOLDER_MODE });
    const made = await inFolder(root, make).then(() => true, unlessCode('EEXIST'));
    if (!made) throw duplicate('This call is kept already');
    open.add(call.call_id);
    try {
      return await createEntry(call, pathsIn(folder), log, (outcome) => {
        open.delete(call.call_id);
        if (outcome) unwritten.set(call.call_id, outcome);
      });
    } catch (error) {
      open.delete(call.call_id);
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  return {
    open: (call) => own(start(call)),
    pending: () => own(undeliveredCallsIn(root, { open, orphans, unwritten })),
    undeliveredCall: (callId) => own(undeliveredCallIn(folderOf(callId), { open, orphans, unwritten })),
    async recording(callId) {
      const folder = folderOf(callId);
      const call = await readCall(folder);
      return call && own(readRecording(pathsIn(folder).recording, call.sampleRate));
    },
    transcript: async (callId) => own(readWhole(pathsIn(folderOf(callId)).transcript)),
    inputs: async (callId) => own(readWhole(pathsIn(folderOf(callId)).inputs)),
    async remove(callId) {
      await own(removeFolder(folderOf(callId)));
      unwritten.delete(callId);
    },
    probe: () => own(writeProbe(root)),
    close: () => orphans.end(),
  };
}

interface SpoolState {
  readonly open: ReadonlySet<string>;
  readonly orphans: Orphans;
  readonly unwritten: ReadonlyMap<string, CallOutcome>;
}

async function undeliveredCallsIn(root: string, state: SpoolState): Promise<UndeliveredCall[]> {
  state.orphans.begin();
  const found: UndeliveredCall[] = [];
  for (const name of await foldersIn(root)) {
    const undelivered = isUsable(name) ? await undeliveredCallIn(join(root, name), state) : null;
    if (undelivered) found.push(undelivered);
  }
  return found.toSorted((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
}

async function undeliveredCallIn(
  folder: string,
  { open, orphans, unwritten }: SpoolState,
): Promise<UndeliveredCall | null> {
  const name = basename(folder);
  const undelivered = open.has(name) ? null : await readUndeliveredCall(folder);
  return undelivered && { ...undelivered, ...endOf(unwritten.get(name)), isOrphan: orphans.has(name) };
}

const readWhole = async (path: string): Promise<Uint8Array | null> =>
  (await readFile(path).catch(unlessCode('ENOENT'))) ?? null;

/** The names in the spool. Completes a removal that a crash interrupted. */
async function foldersIn(root: string): Promise<string[]> {
  const names = (await readdir(root).catch(unlessCode('ENOENT'))) ?? [];
  const removed = names.filter((name) => name.startsWith(REMOVED));
  for (const name of removed) await rm(join(root, name), { recursive: true, force: true });
  return names;
}

/** An outcome held in memory, which includes its metrics. */
const endOf = (outcome: CallOutcome | undefined) => outcome && { outcome, metrics: null };

async function removeFolder(folder: string): Promise<void> {
  const removed = join(dirname(folder), REMOVED + randomUUID());
  const isRemoved = await rename(folder, removed).then(() => true, unlessCode('ENOENT'));
  if (!isRemoved) return;
  await removeFiles(removed).catch(() => rm(removed, { recursive: true, force: true }));
}

/** Removes a folder of files. A recursive `rm` would ask for the type of every name. Rejects where another removes them, too. */
async function removeFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await unlink(join(folder, name));
  await rmdir(folder);
}

/** No call folder has this name. The next probe overwrites what a crash left. */
async function writeProbe(root: string): Promise<void> {
  const path = join(root, '.probe');
  await mkdir(root, { recursive: true, mode: FOLDER_MODE });
  await writeFile(path, Buffer.alloc(PROBE_BYTES), { mode: FILE_MODE, flush: true });
  await rm(path, { force: true });
}

const isUsable = (callId: string): boolean => /^[A-Za-z0-9][\w-]*$/.test(callId) && callId.length <= ID_LENGTH_MAX;

/** Reports disk failures as `unavailable`. The cause goes to the operator's log. */
const own = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof DomainError) throw error;
    const isFull = storeFaultOf(error) === 'full';
    throw unavailable(isFull ? 'The disk is full: calls cannot be kept' : 'The call spool is not available', {
      cause: error,
    });
  });
