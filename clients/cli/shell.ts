import type { Readable, Writable } from 'node:stream';

/** What the command line needs of the process it runs in. */
export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  /** Takes answers, and nothing else. */
  readonly stdout: Writable;
  /** Takes what is said to people beside the answers. */
  readonly stderr: Writable;
  pause(ms: number): Promise<void>;
}
