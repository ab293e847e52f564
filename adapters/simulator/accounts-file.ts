import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../application/ports/log.ts';
import type { Account, AccountKeeper, Application } from './accounts.ts';

interface StoredAccount {
  readonly id: string;
  readonly token: string;
  readonly applications: readonly Application[];
  /** Numbers with their applications. */
  readonly links: readonly (readonly [string, string])[];
}

export interface AccountsFile extends AccountKeeper {
  /** Resolves when all changes are stored. */
  written(): Promise<void>;
}

/** Stores accounts in a file, so that numbers keep their applications after a restart. */
export async function accountsFile(file: string, log: Log): Promise<AccountsFile> {
  const known = await accountsIn(file).catch((error: unknown) => {
    log.warn('simulator.accounts_unreadable', { file, error });
    return [];
  });
  let writing = Promise.resolve();
  return {
    known,
    keep(accounts) {
      const text = JSON.stringify(accounts.map(storedOf), null, 2);
      writing = writing
        .then(() => write(file, text))
        .catch((error: unknown) => log.warn('simulator.accounts_not_kept', { file, error }));
    },
    written: () => writing,
  };
}

async function accountsIn(file: string): Promise<Account[]> {
  const text = await readFile(file, 'utf8').catch(absent);
  return (JSON.parse(text) as StoredAccount[]).map(({ id, token, applications, links }) => ({
    id,
    token,
    applications: new Map(applications.map((application) => [application.app_id, application])),
    links: new Map(links),
  }));
}

const storedOf = ({ id, token, applications, links }: Account): StoredAccount => ({
  id,
  token,
  applications: [...applications.values()],
  links: [...links],
});

/** Writes atomically and for the owner only: the file contains the tokens that sign webhooks. */
async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.draft`, text, { mode: 0o600 });
  await rename(`${file}.draft`, file);
}

function absent(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '[]';
  throw error;
}
