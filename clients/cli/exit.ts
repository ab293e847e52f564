import { CommanderError } from 'commander';
import { ApiError } from '../typescript/index.ts';

/** How a command ended, in the process's exit code. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const;

type Code = (typeof EXIT)[keyof typeof EXIT];

/** A command failed for a reason that its user can fix. */
export class CommandFailed extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}

/** The exit code of a failure and its message. Empty when commander has printed it. */
export function endOf(error: unknown): { readonly code: Code; readonly words: string } {
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? EXIT.ok : EXIT.usage, words: '' };
  if (error instanceof CommandFailed) return { code: error.code, words: error.message };
  if (error instanceof ApiError)
    return { code: error.status === null ? EXIT.unreachable : EXIT.refused, words: inWords(error) };
  return { code: EXIT.refused, words: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

const inWords = ({ message, retryAfterSeconds }: ApiError): string =>
  retryAfterSeconds === null ? message : `${message}\nTry again in ${retryAfterSeconds} seconds.`;
