import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Task = () => unknown;

const tasks: Task[] = [];
/** How many of the tasks, the first ones, are of the file and not of the running test. */
let ofFile = 0;

/**
 * Runs this once: after the running test, or for a `before` hook after the last test of the file, unless the test calls the
 * result earlier. The last one runs first.
 */
export function atEndOfTest<R>(task: () => R): () => R {
  let done: { readonly result: R } | undefined;
  const run = (): R => (done ??= { result: task() }).result;
  tasks.push(run);
  return run;
}

/** A new directory, removed after the running test. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'voice-platform-'));
  atEndOfTest(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/**
 * Kills this process after the running test, and waits for its end and for that of every process that it shares its output
 * with: a directory in which one of them still writes cannot be removed.
 */
export function killAtEndOfTest(child: ChildProcess): void {
  const closed = once(child, 'close');
  atEndOfTest(async () => {
    child.kill('SIGKILL');
    child.stdout?.resume();
    await closed;
  });
}

/** What is registered from now on is of the test that begins. */
export function beginTest(): void {
  ofFile = tasks.length;
}

/** Runs the tasks of the running test, and outside of a test those of the file. */
export async function endTest(): Promise<void> {
  const failures: unknown[] = [];
  while (tasks.length > ofFile) {
    try {
      await tasks.pop()?.();
    } catch (error) {
      failures.push(error);
    }
  }
  ofFile = 0;
  if (failures.length > 0)
    throw new Error(`A test could not be cleaned up: ${failures.map(String).join('; ')}`, { cause: failures[0] });
}
