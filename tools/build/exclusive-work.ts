import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Work that one process at a time may do. */
export interface ExclusiveWork {
  /** Where each process that would do it keeps a file, whose name begins with its id. For nothing else. */
  readonly folder: string;
  /** What is done, in messages: “installs better-sqlite3”. */
  readonly task: string;
  /** How long another process may take. */
  readonly limitMs: number;
  /** Between two looks at the others. */
  readonly pauseMs: number;
  report(message: string): void;
}

/** Lets others wait also for a process that this one started, which continues when this one is killed. */
export type AlsoFor = (pid: number) => Promise<void>;

/**
 * Does the work while no other process of the same folder does its own. Processes that were killed do not count. Rejects, naming
 * the other process and its file, when that one is not done at the limit.
 *
 * Each writes its file before it looks for those of others, and removes it before it waits: so no two begin together. All
 * files have different names, so removing that of a killed process never removes that of another.
 */
export async function exclusively<T>(settings: ExclusiveWork, work: (alsoFor: AlsoFor) => Promise<T>): Promise<T> {
  const id = randomUUID();
  await mkdir(settings.folder, { recursive: true });
  const alsoFor: AlsoFor = (pid) => writeFile(join(settings.folder, `${pid}-${id}`), '');
  const until = performance.now() + settings.limitMs;
  try {
    for (let reported = ''; ;) {
      await alsoFor(process.pid);
      const other = await otherIn(settings.folder, id);
      if (other === null) return await work(alsoFor);
      await withdraw(settings.folder, id);
      if (reported !== other) settings.report(`Waiting for process ${pidOf(other)}, which ${settings.task}.`);
      reported = other;
      if (performance.now() >= until) throw new Error(isStuck(settings, other));
      await pause(settings.pauseMs * (0.5 + Math.random()));
    }
  } finally {
    await withdraw(settings.folder, id);
  }
}

/** The file of another process that runs. */
async function otherIn(folder: string, id: string): Promise<string | null> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(id)) continue;
    if (runs(pidOf(name))) return name;
    await rm(join(folder, name), { force: true });
  }
  return null;
}

async function withdraw(folder: string, id: string): Promise<void> {
  const own = (await readdir(folder)).filter((name) => name.endsWith(id));
  await Promise.all(own.map((name) => rm(join(folder, name), { force: true })));
}

const pidOf = (name: string): number => Number.parseInt(name, 10);

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const isStuck = ({ folder, task, limitMs }: ExclusiveWork, name: string): string =>
  `Process ${pidOf(name)}, which ${task}, was not done within ${Math.round(limitMs / 1000)} s. ` +
  `End it, or delete ${join(folder, name)} if that process is another one, and run this command again.`;
