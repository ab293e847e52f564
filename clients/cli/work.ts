import type { Command } from 'commander';
import { ApiError, apiClient, type Api } from '../typescript/index.ts';
import { CommandFailed, EXIT } from './exit.ts';
import { readSession } from './session.ts';
import type { Shell } from './shell.ts';

const DEFAULT_API = 'http://127.0.0.1:8000';

/** What a command works with. */
export interface Work {
  readonly api: Api;
  /** Where the API listens. */
  readonly apiUrl: string;
  readonly shell: Shell;
  /** Whether the API's own answers are wanted. */
  readonly json: boolean;
  /** Prints an answer: unchanged with `--json`, otherwise in words. */
  print<T>(answer: T, inWords: (answer: T) => string): void;
  /** Prints one of several answers. With `--json`, each is one line. */
  printEach<T>(answer: T, inWords: (answer: T) => string): void;
  /** Prints a message for people to standard error. */
  note(words: string): void;
}

/** What every command understands. */
interface Globals {
  readonly api?: string;
  readonly json?: boolean;
}

export type CommandAction = ReturnType<typeof working>;

/** Makes the action of a command. `does` gets the work and then commander's arguments. */
export const working =
  (shell: Shell) =>
  <Args extends unknown[]>(does: (work: Work, ...args: Args) => Promise<void>) =>
  async (...given: unknown[]): Promise<void> => {
    const { json = false, api } = (given.at(-1) as Command).optsWithGlobals<Globals>();
    const { apiUrl, token } = await accessOf(shell, api);
    const say = (words: string) => void shell.stdout.write(`${words}\n`);
    const work: Work = {
      api: apiClient({ baseUrl: apiUrl, token: () => token }),
      apiUrl,
      shell,
      json,
      print: (answer, inWords) => say(json ? raw(answer) : inWords(answer)),
      printEach: (answer, inWords) => say(json ? JSON.stringify(answer) : inWords(answer)),
      note: (words) => void shell.stderr.write(`${words}\n`),
    };
    await withAddress(apiUrl, does(work, ...(given.slice(0, -1) as Args)));
  };

/** The result. When nothing listens at the API's address, an error with advice to start it. */
const withAddress = <T>(apiUrl: string, result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !isRefusedConnection(error.cause)) throw error;
    const advice = 'start it with `npm start`, or name another with --api';
    throw new CommandFailed(EXIT.unreachable, `No API answers at ${apiUrl}: ${advice}.`);
  });

/** Whether `fetch` failed because the connection was refused. */
const isRefusedConnection = (failure: unknown): boolean => {
  const { cause } = failure instanceof Error ? failure : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
};

/** Wraps an action that requires a login. */
export const loggedIn =
  <Args extends unknown[]>(does: (work: Work, ...args: Args) => Promise<void>) =>
  (work: Work, ...args: Args): Promise<void> =>
    inSession(work.shell, does(work, ...args));

/** The result. When the API rejects the token, an error with advice to log in. */
const inSession = <T>({ program, env }: Shell, result: Promise<T>): Promise<T> =>
  result.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.isUnauthenticated) throw error;
    const advice = env.VOICE_API_TOKEN
      ? 'Set VOICE_API_TOKEN to another key, or unset it and log in'
      : 'Log in, then ask again';
    throw new CommandFailed(EXIT.refused, `${error.message}\n${advice}: ${program.name} login`);
  });

const raw = (answer: unknown): string =>
  typeof answer === 'string' ? answer.trimEnd() : JSON.stringify(answer, null, 2);

/** Where the API listens, and the token for it. Reads the session that is stored now. */
export async function accessOf({ env }: Pick<Shell, 'env'>, apiOption: string | undefined) {
  const session = await readSession(env);
  const apiUrl = addressOf(apiOption || env.VOICE_API_URL || session?.api || DEFAULT_API);
  // A session's token is sent only to the API that issued it.
  const kept = session?.api === apiUrl ? session.token : null;
  return { apiUrl, token: env.VOICE_API_TOKEN || kept };
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CommandFailed(EXIT.usage, `Not an address of an API: ${text} (it looks like ${DEFAULT_API})`);
  return withoutSlashes(text);
}
