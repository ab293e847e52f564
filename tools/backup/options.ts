import { resolve } from 'node:path';
import { ConfigError } from '../../bootstrap/config.ts';

/** What the command line asks for. */
export type BackupCommand =
  | { readonly command: 'backup'; readonly directory: string; readonly withSecrets: boolean }
  | { readonly command: 'verify'; readonly directory: string }
  | { readonly command: 'restore'; readonly directory: string; readonly replace: boolean };

/** What the commands do, for who asks for help. */
export const BACKUP_HELP = `npm run backup -- <new directory> [--with-secrets]  makes a backup, while the platform runs or not
npm run backup -- --verify <backup>                 says what of a backup is damaged, if anything
npm run restore -- <backup> [--replace]             puts one back into DATA_DIR (./data), while nothing runs on it;
                                                    --replace moves aside what is there`;

const USAGE = {
  backup: 'write `npm run backup -- <new directory> [--with-secrets]` or `npm run backup -- --verify <backup>`',
  restore: 'write `npm run restore -- <backup> [--replace]`',
} as const;

const OPTIONS = { backup: ['--with-secrets', '--verify'], restore: ['--replace'] } as const;

/** Reads `backup …` or `restore …`. */
export function parseBackupCommand([command, ...words]: readonly string[]): BackupCommand {
  if (command !== 'backup' && command !== 'restore') throw new ConfigError([USAGE.backup, USAGE.restore]);
  const options = words.filter((word) => word.startsWith('--'));
  const [directory, ...more] = words.filter((word) => !word.startsWith('--'));
  const isKnown = options.every((option) => OPTIONS[command].some((known) => known === option));
  if (directory === undefined || more.length > 0 || options.length > 1 || !isKnown)
    throw new ConfigError([USAGE[command]]);
  const path = resolve(directory);
  if (command === 'restore') return { command, directory: path, replace: options.length > 0 };
  if (options[0] === '--verify') return { command: 'verify', directory: path };
  return { command, directory: path, withSecrets: options.length > 0 };
}
