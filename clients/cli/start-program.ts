import { setTimeout as pause } from 'node:timers/promises';
import { run } from './run.ts';
import type { ProgramName } from './shell.ts';

/** Runs the command line of this process, and sets its exit code. */
export async function startProgram(program: ProgramName): Promise<void> {
  // A reader such as `head` may close the pipe early.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
  const { env, stdin, stdout, stderr } = process;
  const shell = { program, env, stdin, stdout, stderr, pause: (ms: number) => pause(ms) };
  process.exitCode = await run(process.argv.slice(2), shell);
}
