import type { Readable, Writable } from 'node:stream';

/** How users start this program. */
export interface ProgramName {
  /** As in help texts and advice: `npm run cli --` in the repository, `voice-agents` where the package is installed. */
  readonly name: string;
  /** The same for other programs, without lines that are not of its answer. */
  readonly quietName: string;
  readonly version: string;
}

/** What the command line needs of the process it runs in. */
export interface Shell {
  readonly program: ProgramName;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Takes answers, and nothing else. */
  readonly stdout: Writable;
  /** Takes what is said to people beside the answers. */
  readonly stderr: Writable;
  pause(ms: number): Promise<void>;
}
