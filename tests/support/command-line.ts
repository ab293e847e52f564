import { Readable, Writable } from 'node:stream';
import { run } from '../../clients/cli/run.ts';
import type { Shell } from '../../clients/cli/shell.ts';

/** Exit code and output of a command line. */
export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The program as the repository has it. */
export const PROGRAM = { name: 'npm run cli --', quietName: 'npm run -s cli --', version: '1.2.3' };

interface Circumstances {
  /** The standard input. */
  readonly input?: string;
  /** Runs each time that the command waits. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Runs command lines of the platform's CLI in this environment, in this process. */
export const commandLine =
  (env: Shell['env']) =>
  async (args: readonly string[], { input = '', meanwhile }: Circumstances = {}): Promise<CommandResult> => {
    const [out, err] = [new CollectedOutput(), new CollectedOutput()];
    const pause = async () => void (await meanwhile?.());
    const code = await run(args, {
      program: PROGRAM,
      env,
      stdin: Readable.from([input]),
      stdout: out,
      stderr: err,
      pause,
    });
    return { code, out: out.text, err: err.text };
  };

export type CommandLine = ReturnType<typeof commandLine>;

/** A stream that keeps what was written to it. */
export class CollectedOutput extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
