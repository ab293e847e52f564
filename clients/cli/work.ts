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
  /** Prints an answer: as the API gave it with `--json`, and in words otherwise. */
  print<T>(answer: T, inWords: (answer: T) => string): void;
  /** The same for one of many answers: each is a line, also with `--json`. */
  printEach<T>(answer: T, inWords: (answer: T) => string): void;
  /** Says something to people that is no answer. */
  note(words: string): void;
}

/** What every command understands. */
interface Globals {
  readonly api?: string;
  readonly json?: boolean;
}

export type Working = ReturnType<typeof working>;

/** Makes the action of a command: what it does, given its work and then what commander hands to every action. */
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

/** What was asked, or the advice to start the API where nothing listens at its address. */
const withAddress = <T>(apiUrl: string, asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !isRefusedConnection(error.cause)) throw error;
    const advice = 'start it with `npm start`, or name another with --api';
    throw new CommandFailed(EXIT.unreachable, `No API answers at ${apiUrl}: ${advice}.`);
  });

/** As `fetch` tells of it. */
const isRefusedConnection = (failure: unknown): boolean => {
  const { cause } = failure instanceof Error ? failure : {};
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
};

/** The same, for what only somebody who is logged in may ask. */
export const loggedIn =
  <Args extends unknown[]>(does: (work: Work, ...args: Args) => Promise<void>) =>
  (work: Work, ...args: Args): Promise<void> =>
    inSession(does(work, ...args));

/** What was asked, or the advice to log in where the API knows nobody by the token. */
const inSession = <T>(asked: Promise<T>): Promise<T> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof ApiError) || !error.isUnauthenticated) throw error;
    throw new CommandFailed(EXIT.refused, `${error.message}\nLog in, then ask again: npm run cli -- login`);
  });

const raw = (answer: unknown): string =>
  typeof answer === 'string' ? answer.trimEnd() : JSON.stringify(answer, null, 2);

async function accessOf({ env }: Shell, asked: string | undefined) {
  const session = await readSession(env);
  const apiUrl = addressOf(asked || env.VOICE_API_URL || session?.api || DEFAULT_API);
  // A session's token goes to nobody but the API that gave it.
  const kept = session?.api === apiUrl ? session.token : null;
  return { apiUrl, token: env.VOICE_API_TOKEN || kept };
}

function addressOf(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new CommandFailed(EXIT.usage, `Not an address of an API: ${text} (it looks like ${DEFAULT_API})`);
  return text.replace(/\/+$/, '');
}
